import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { NewMailing } from '../../../data/mailing'
import { useData } from '../../../data/provider'
import { newUuid } from '../../../data/random'
import { useNotify } from '../../../page/useNotify'

const key = 'mailings'
const soon = 15_000 // ms: how a letter goes is told when it went

/** The letters of a report, or all of one's own, and what can be done with them. */
export function useMailings(report: string) {
  const data = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const found = useQuery({
    queryKey: [key, report],
    queryFn: ({ signal }) => data.mailings.list(report, signal),
    refetchInterval: soon,
  })

  async function write(told: string, task: () => Promise<void>): Promise<boolean> {
    try {
      await task()
      notify.success(told)
      return true
    } catch (error) {
      notify.failure(error)
      return false
    } finally {
      await queries.invalidateQueries({ queryKey: [key] })
    }
  }

  return {
    list: found.data,
    error: found.error,
    save: (row: NewMailing) => write('mailing.saved', () => data.mailings.save(row, newUuid())),
    change: (id: number, what: 'send' | 'pause' | 'resume' | 'delete') =>
      write(`mailing.did_${what}`, () => data.mailings.change(id, what, newUuid())),
  }
}

export type MailingsState = ReturnType<typeof useMailings>
