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
  /** Takes the action; what it is refused for of the parameters is the answer. */
  take: (params: Values) => Promise<FieldError[]>
  giveUp: () => void
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

  /** Asks for parameters until the action is taken with them, or who is asked gives up. */
  async function ask(action: ActionMeta, target: Act['target'], given: Values = {}) {
    const ids = idsOf(target)
    const proposed = await proposedFor(action, ids)
    const keyFor = keysByValues()
    return new Promise<boolean>((resolve) => {
      const close = (done: boolean) => {
        setAsked(undefined)
        resolve(done)
      }
      setAsked({
        action,
        ids,
        subject: subjectOf(target, labelOf),
        proposed,
        take: async (values) => {
          const error = await send(action, target, { ...given, ...values }, keyFor(values), () => {
            close(true)
          })
          if (error === undefined) return []
          const fields = error instanceof CallError ? error.fields : []
          const faults = ofParams(fields, action.params)
          if (faults.length > 0) notify.refusal(error)
          else if (complain(error)) close(false)
          return faults
        },
        giveUp: () => {
          close(false)
        },
      })
    })
  }

  async function isSure(action: ActionMeta, target: Act['target']): Promise<boolean> {
    if (action.confirm === undefined) return true
    const subject = subjectOf(target, labelOf)
    return modal.confirm({
      title: action.confirm,
      content: subject && <About subject={subject} />,
      okText: action.title,
      cancelText: t('ui.back'), // the action itself may be called Cancel
      okButtonProps: { danger: action.danger === true },
    })
  }

  /**
   * Runs a write and gives what it failed by; rows are asked for again in either case, but not the
   * records that the write says are gone.
   */
  async function attempt(write: () => Promise<number[]>): Promise<Error | undefined> {
    let gone: number[] = []
    setRunning(true)
    try {
      gone = await write()
      return undefined
    } catch (error) {
      return error as Error
    } finally {
      setRunning(false)
      await queries.invalidateQueries({
        queryKey: ['table'],
        predicate: ({ queryKey: [, of, , id] }) => of !== table || !gone.includes(Number(id)),
      })
    }
  }

  /** Tells a failure; true when its reasons stand at the fields of the record. */
  function complain(error: Error): boolean {
    const atFields = error instanceof CallError && onRefused?.(error.fields) === true
    if (atFields) notify.refusal(error)
    else notify.failure(error)
    return atFields
  }

  function send(
    action: ActionMeta,
    target: Act['target'],
    params: Values,
    key = newUuid(),
    done?: () => void,
  ) {
    return attempt(async () => {
      const outcome = await data.act(table, { name: action.key, target, params }, key)
      done?.()
      tell(outcome, action, target)
      return []
    })
  }

  /** Whether a write was done; why it was not is told. */
  async function isDone(write: Promise<Error | undefined>): Promise<boolean> {
    const error = await write
    if (error !== undefined) complain(error)
    return error === undefined
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
    if (given === undefined && action.params.length > 0) return ask(action, target)
    if (given === undefined && !(await isSure(action, target))) return false
    return isDone(send(action, target, given ?? {}))
  }

  const goOn: Actions['goOn'] = async (action, target, given) => {
    const open = action.params.filter((param) => isOpen(param, given))
    if (open.length > 0) return ask({ ...action, params: open }, target, given)
    return (await isSure(action, target)) && isDone(send(action, target, given))
  }

  return {
    running,
    run,
    goOn,
    remove: (target) =>
      isDone(
        attempt(async () => {
          notify.success(t('msg.deleted', { n: await data.remove(table, target, newUuid()) }))
          return 'ids' in target ? target.ids : []
        }),
      ),
    dialogs: (
      <>
        {asked !== undefined && (
          <Suspense fallback={null}>
            <ParamsDialog
              action={asked.action}
              on={{ table, ids: asked.ids }}
              subject={asked.subject}
              proposed={asked.proposed}
              running={running}
              onTake={asked.take}
              onGiveUp={asked.giveUp}
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

/**
 * The key of a write that may be sent again: the same while the values are, so that it is done
 * once where only the answer was lost.
 */
function keysByValues(): (values: Values) => string {
  let sent = { text: '', key: '' }
  return (values) => {
    const text = JSON.stringify(values)
    if (text !== sent.text) sent = { text, key: newUuid() }
    return sent.key
  }
}

/** The records of a target that are known one by one. */
function idsOf(target: Act['target']): number[] {
  if ('id' in target) return [target.id]
  return 'ids' in target ? target.ids : []
}

/** Faults of parameters, by their keys: those that the action names, and those that the engine does. */
function ofParams(fields: FieldError[], params: FieldMeta[]): FieldError[] {
  const faults = fields.map((fault) => ({ ...fault, path: fault.path.replace(/^params\./, '') }))
  return faults.filter(({ path }) => params.some(({ key }) => key === path))
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
