import type { TFunction } from 'i18next'
import type { Row } from '../../data/rows'
import type { ActionMeta, DocumentMeta } from '../../data/screen'

/** An action of a document as it stands for one record. */
export interface Offer {
  action: ActionMeta
  /** Why it is not possible now; undefined when it is. */
  reason: string | undefined
}

/** The document's actions on a record, each possible or with the reason why not. */
export function offersOf(document: DocumentMeta | undefined, row: Row, t: TFunction): Offer[] {
  return (document?.actions ?? []).map((action) => ({
    action,
    reason:
      row._can?.includes(action.key) === true ? undefined : reasonOf(action, row, document, t),
  }))
}

function reasonOf(
  action: ActionMeta,
  row: Row,
  document: DocumentMeta | undefined,
  t: TFunction,
): string {
  switch (row._cannot?.[action.key]) {
    case 'guard':
      return action.refusal ?? t('record.not_now')
    case 'right':
      return t('record.not_yours')
    default: {
      const states = document?.states.filter(({ key }) => action.from?.includes(key) === true) ?? []
      if (states.length === 0) return t('record.not_now')
      return t('record.only_in', { states: states.map(({ title }) => title).join(', ') })
    }
  }
}

/** The main button of a record: an action, or a screen on which the work goes on. */
export interface Onward {
  title: string
  /** Why it is not possible now; undefined when it is. */
  reason?: string
  action?: ActionMeta
  /** Parameters that are known, and not asked. */
  given?: Record<string, unknown>
  /** Address of the screen that opens. */
  route?: string
}

/**
 * What the head shows: the next step, the main actions beside it, and those behind "more",
 * what is possible first.
 */
export interface Arranged {
  next: Onward | undefined
  beside: Offer[]
  more: Offer[]
}

/** Main actions that are possible stand beside the next step; the rare and the dangerous do not. */
export function arrange(document: DocumentMeta | undefined, row: Row, t: TFunction): Arranged {
  const offers = offersOf(document, row, t)
  const next = onwardOf(document, row) ?? mainOf(offers) ?? keptBack(document, offers, row)
  const others = offers.filter(({ action }) => action !== next?.action)
  const beside = others.filter(isReady).filter(({ action }) => action.danger !== true)
  const rest = others.filter((offer) => !beside.includes(offer))
  const [possible, impossible] = [rest.filter(isPossible), rest.filter((it) => !isPossible(it))]
  return { next, beside, more: [...possible, ...impossible] }
}

const isPossible = ({ reason }: Offer) => reason === undefined

const isReady = (offer: Offer) => offer.action.primary === true && isPossible(offer)

/** The step that the server offers. */
export function onwardOf(
  document: Pick<DocumentMeta, 'next' | 'actions'> | undefined,
  { _next: step }: Row,
): Onward | undefined {
  const meta = document?.next.find(({ key }) => key === step?.key)
  if (meta === undefined || step === undefined) return undefined
  const title = meta.title.replace('{label}', step.label ?? '')
  if (step.route !== undefined) return { title, route: step.route }
  const action = document?.actions.find(({ key }) => key === meta.action)
  return action && { title, action, ...(step.with && { given: step.with }) }
}

/** A document without a road leads on by its first main action. */
function mainOf(offers: Offer[]): Onward | undefined {
  const found = offers.find(isReady)
  return found && { title: found.action.title, action: found.action }
}

/**
 * What would lead to another state if its own condition did not keep it back. What leads to
 * none, as to release a hold that there is not, is no way on that one waits for.
 */
function keptBack(
  document: DocumentMeta | undefined,
  offers: Offer[],
  { _cannot = {} }: Row,
): Onward | undefined {
  const road = document?.next.map(({ action }) => action) ?? []
  const found = offers.find(
    ({ action: { key, primary, to } }) =>
      _cannot[key] === 'guard' && to !== undefined && (primary === true || road.includes(key)),
  )
  return found && { title: found.action.title, action: found.action, reason: found.reason ?? '' }
}
