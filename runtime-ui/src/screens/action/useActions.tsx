import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../page/useNotify'
import { CallError, type FieldError } from '../../data/envelope'
import { useData } from '../../data/provider'
import type { Act, ActAnswer, Target } from '../../data/act'
import { newUuid } from '../../data/random'
import type { ActionMeta, FieldMeta } from '../../data/screen'
import type { Values } from '../../forms/SchemaForm'
import { usePage } from '../../page/page'
import { About } from './About'
import { Results } from './Results'
import { isTalk, wayOn } from './outcomes'
import { subjectOf, type Subject } from './subject'

const ParamsDialog = lazy(async () => ({ default: (await import('./ParamsDialog')).ParamsDialog }))

interface Asked {
  action: ActionMeta
  ids: number[]
  subject: Subject | undefined
  proposed: Values
  answer: (params: Values | undefined) => void
}

export interface Actions {
  /** Asks what must be asked, runs the action and tells how it went; false when nothing was done. */
  run: (action: ActionMeta, target: Act['target'], given?: Values) => Promise<boolean>
  /** Takes the next step: where parameters are given, only what else is required is asked. */
  goOn: (action: ActionMeta, target: Act['target'], given: Values) => Promise<boolean>
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
  /** What may be done with them. */
  offered: ActionMeta[]
  /** Hears which fields an action was refused for. */
  onRefused?: (fields: FieldError[]) => boolean
}

const unlisted: Rows = { onRan: () => undefined, labelOf: () => undefined, offered: [] }

/** Actions on the records of a table, with their questions and results. */
export function useActions(table: string, rows: Partial<Rows> = unlisted): Actions {
  const { onRan, labelOf, offered, onRefused } = { ...unlisted, ...rows }
  const data = useData()
  const page = usePage()
  const queries = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const [asked, setAsked] = useState<Asked>()
  const [told, setTold] = useState<{ title: string; answer: ActAnswer }>()
  const [running, setRunning] = useState(false)

  /** What the parameters begin with for one record; of several, each keeps its own. */
  async function proposedFor({ key, proposes }: ActionMeta, ids: number[]): Promise<Values> {
    const [id] = ids
    if (proposes !== true || id === undefined || ids.length > 1) return {}
    return data.params(table, key, id).catch(() => ({})) // the action itself says what is wrong
  }

  async function askParams(
    action: ActionMeta,
    ids: number[],
    subject: Subject | undefined,
  ): Promise<Values | undefined> {
    const proposed = await proposedFor(action, ids)
    return new Promise((resolve) => {
      setAsked({
        action,
        ids,
        subject,
        proposed,
        answer: (params) => {
          setAsked(undefined)
          resolve(params)
        },
      })
    })
  }

  async function paramsFor(action: ActionMeta, target: Act['target']) {
    const subject = subjectOf(target, labelOf)
    if (action.params.length > 0) return askParams(action, idsOf(target), subject)
    if (action.confirm === undefined) return {}
    const sure = await modal.confirm({
      title: action.confirm,
      content: subject && <About subject={subject} />,
      okText: action.title,
      cancelText: t('ui.back'), // the action itself may be called Cancel
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
      if (error instanceof CallError && onRefused?.(error.fields) === true) notify.refusal(error)
      else notify.failure(error)
      return false
    } finally {
      setRunning(false)
      await queries.invalidateQueries({
        queryKey: ['table'],
        predicate: ({ queryKey: [, of, , id] }) => of !== table || !gone.includes(Number(id)),
      })
    }
  }

  function tell(outcome: ActAnswer, action: ActionMeta, target: Act['target']) {
    const refused = outcome.each?.filter((one) => !one.result) ?? []
    onRan([...refused, ...(outcome.set?.left ?? [])].map(({ id }) => id))
    const left = refused.length + (outcome.set?.left.length ?? 0)
    const says = action.opens === undefined && (outcome.set?.told ?? []).length > 0
    const answers = says || (outcome.set !== undefined && isTalk(outcome.set))
    if (!('id' in target) || outcome.job !== undefined || left > 0 || answers) {
      setTold({ title: action.title, answer: named(outcome, labelOf) })
    } else {
      setTold(undefined)
      notify.success(outcome.msg === '' ? t('action.done', { action: action.title }) : outcome.msg)
      if (action.opens !== undefined) page.open(wayOn(outcome, action.opens))
    }
  }

  const run: Actions['run'] = async (action, target, given) => {
    const params = given ?? (await paramsFor(action, target))
    if (params === undefined) return false
    return attempt(async () => {
      const name = action.key
      tell(await data.act(table, { name, target, params }, newUuid()), action, target)
      return []
    })
  }

  const goOn: Actions['goOn'] = async (action, target, given) => {
    const open = action.params.filter((param) => isOpen(param, given))
    const asked = await paramsFor({ ...action, params: open }, target)
    return asked !== undefined && run(action, target, { ...given, ...asked })
  }

  return {
    running,
    run,
    goOn,
    remove: (target) =>
      attempt(async () => {
        notify.success(t('msg.deleted', { n: await data.remove(table, target, newUuid()) }))
        return 'ids' in target ? target.ids : []
      }),
    dialogs: (
      <>
        {asked !== undefined && (
          <Suspense fallback={null}>
            <ParamsDialog
              action={asked.action}
              on={{ table, ids: asked.ids }}
              subject={asked.subject}
              proposed={asked.proposed}
              onAnswer={asked.answer}
            />
          </Suspense>
        )}
        {told !== undefined && (
          <Results
            table={table}
            title={told.title}
            answer={told.answer}
            base={page.base}
            remedies={{
              actions: offered,
              goOn: (action, ids, given) => void goOn(action, { ids }, given),
            }}
            onClose={() => {
              setTold(undefined)
            }}
          />
        )}
      </>
    ),
  }
}

/** The records of a target that are known one by one. */
function idsOf(target: Act['target']): number[] {
  if ('id' in target) return [target.id]
  return 'ids' in target ? target.ids : []
}

/** Whether a parameter is still to be asked beside what is given. */
function isOpen({ key, required, default: usual }: FieldMeta, given: Values): boolean {
  if (Object.keys(given).length === 0) return true
  return required === true && usual === undefined && !(key in given)
}

/** The answer with what people call each record. */
function named(answer: ActAnswer, labelOf: Rows['labelOf']): ActAnswer {
  const name = <T extends { id: number }>(one: T) => {
    const label = labelOf(one.id)
    return label === undefined ? one : { ...one, label }
  }
  const { each, set } = answer
  return {
    ...answer,
    ...(each && { each: each.map(name) }),
    ...(set && { set: { ...set, left: set.left.map(name) } }),
  }
}
