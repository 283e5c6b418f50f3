import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../app/useNotify'
import { useData, type Act, type ActAnswer, type Target } from '../../data/provider'
import { newUuid } from '../../data/random'
import type { ActionMeta } from '../../data/screen'
import type { Values } from '../../forms/SchemaForm'
import { usePage } from '../page'
import { Results } from './Results'

const ParamsDialog = lazy(async () => ({ default: (await import('./ParamsDialog')).ParamsDialog }))

interface Asked {
  action: ActionMeta
  answer: (params: Values | undefined) => void
}

export interface Actions {
  /** Asks what must be asked, runs the action and tells how it went; false when nothing was done. */
  run: (action: ActionMeta, target: Act['target'], given?: Values) => Promise<boolean>
  remove: (target: Target) => Promise<boolean>
  running: boolean
  dialogs: ReactNode
}

/** The rows that actions are over, where a screen shows several. */
interface Rows {
  /** Hears which records an action that ran did not take. */
  onRan: (refused: number[]) => void
  /** What people call a record. */
  labelOf: (id: number) => string | undefined
}

const unlisted: Rows = { onRan: () => undefined, labelOf: () => undefined }

/** Actions on the records of a table, with their questions and results. */
export function useActions(table: string, { onRan, labelOf }: Rows = unlisted): Actions {
  const data = useData()
  const page = usePage()
  const queries = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const [asked, setAsked] = useState<Asked>()
  const [answer, setAnswer] = useState<ActAnswer>()
  const [running, setRunning] = useState(false)

  function askParams(action: ActionMeta): Promise<Values | undefined> {
    return new Promise((resolve) => {
      setAsked({
        action,
        answer: (params) => {
          setAsked(undefined)
          resolve(params)
        },
      })
    })
  }

  async function paramsFor(action: ActionMeta): Promise<Values | undefined> {
    if (action.params.length > 0) return askParams(action)
    if (action.confirm === undefined) return {}
    const sure = await modal.confirm({
      title: action.confirm,
      okText: action.title,
      okButtonProps: { danger: action.danger === true },
    })
    return sure ? {} : undefined
  }

  /**
   * Runs a write; every failure is told, and rows are asked for again in either case, but not the
   * records that the write says are gone.
   */
  async function attempt(write: () => Promise<number[]>): Promise<boolean> {
    let gone: number[] = []
    setRunning(true)
    try {
      gone = await write()
      return true
    } catch (error) {
      notify.failure(error)
      return false
    } finally {
      setRunning(false)
      await queries.invalidateQueries({
        queryKey: ['table'],
        predicate: ({ queryKey: [, of, , id] }) => of !== table || !gone.includes(Number(id)),
      })
    }
  }

  function tell(outcome: ActAnswer, action: ActionMeta) {
    const refused = outcome.each?.filter((one) => !one.result) ?? []
    onRan([...refused, ...(outcome.set?.left ?? [])].map(({ id }) => id))
    if (outcome.set !== undefined || outcome.job !== undefined || refused.length > 0) {
      setAnswer(named(outcome, labelOf))
    } else {
      notify.success(outcome.msg === '' ? t('action.done', { action: action.title }) : outcome.msg)
      if (action.opens !== undefined) page.open(action.opens)
    }
  }

  return {
    running,
    run: async (action, target, given) => {
      const params = given ?? (await paramsFor(action))
      if (params === undefined) return false
      return attempt(async () => {
        tell(await data.act(table, { name: action.key, target, params }, newUuid()), action)
        return []
      })
    },
    remove: (target) =>
      attempt(async () => {
        notify.success(t('msg.deleted', { n: await data.remove(table, target, newUuid()) }))
        return 'ids' in target ? target.ids : []
      }),
    dialogs: (
      <>
        {asked !== undefined && (
          <Suspense fallback={null}>
            <ParamsDialog action={asked.action} onAnswer={asked.answer} />
          </Suspense>
        )}
        {answer !== undefined && (
          <Results
            table={table}
            answer={answer}
            onClose={() => {
              setAnswer(undefined)
            }}
          />
        )}
      </>
    ),
  }
}

/** The answer with what people call each record. */
function named(answer: ActAnswer, labelOf: Rows['labelOf']): ActAnswer {
  const each = answer.each?.map((one) => {
    const label = labelOf(one.id)
    return label === undefined ? one : { ...one, label }
  })
  return each === undefined ? answer : { ...answer, each }
}
