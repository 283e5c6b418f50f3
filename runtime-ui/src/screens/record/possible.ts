import type { TFunction } from 'i18next'
import type { Row } from '../../data/provider'
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

/** What the head shows: the next action, those beside it, and those behind "more". */
export interface Arranged {
  next: Offer | undefined
  beside: Offer[]
  more: Offer[]
}

const besideAtMost = 3

/** The next action is the first main one that only its own condition keeps back, if any. */
export function arrange(offers: Offer[], { _cannot = {} }: Row): Arranged {
  const isMain = ({ action }: Offer) => action.primary === true
  const next =
    offers.find((offer) => isMain(offer) && offer.reason === undefined) ??
    offers.find((offer) => isMain(offer) && _cannot[offer.action.key] === 'guard')
  const others = offers.filter((offer) => offer !== next)
  const possible = others.filter(({ reason }) => reason === undefined)
  const beside = possible.length > besideAtMost ? [] : possible
  return { next, beside, more: others.filter((offer) => !beside.includes(offer)) }
}
