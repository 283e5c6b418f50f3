import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from '../../../page/useNotify'
import { useData } from '../../../data/provider'
import { newUuid } from '../../../data/random'
import type { SavedPerson, Welcomed } from '../../../data/upkeep'

/** The persons of one's own company, and the account that was just opened or let in again. */
export function usePeople() {
  const { people } = useData().upkeep
  const notify = useNotify()
  const queries = useQueryClient()
  const [welcomed, setWelcomed] = useState<Welcomed>()
  const key = ['upkeep', 'people']
  const list = useQuery({ queryKey: key, queryFn: ({ signal }) => people.list(signal) })

  async function run(task: () => Promise<Welcomed>, shown: boolean) {
    try {
      const done = await task()
      if (shown) setWelcomed(done)
      else notify.success('account.saved')
      return true
    } catch (error) {
      notify.failure(error)
      return false
    } finally {
      await queries.invalidateQueries({ queryKey: key })
    }
  }

  return {
    list: list.data,
    error: list.error,
    loading: list.isPending,
    welcomed,
    forget: () => {
      setWelcomed(undefined)
    },
    save: (person: SavedPerson) =>
      run(() => people.save(person, newUuid()), person.id === undefined),
    code: (id: number) => run(() => people.code(id, newUuid()), true),
  }
}
