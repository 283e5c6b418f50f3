import type { Change } from '../../data/act'
import type { DocumentMeta, Phase, StageMeta } from '../../data/screen'

/** A part of a document's way, as its page draws it. */
export interface Step {
  key: string
  title: string
  place: 'past' | 'now' | 'ahead'
  phase?: Phase // of the state it is in now
  note?: string // that state, where the part has several
  at?: string // when it was first reached
}

/**
 * The way of a document in a state. Parts are ticked by what happened, which its changes tell; who
 * may not read them sees the parts before the current one ticked. A state beside the way stands at
 * its end while the document is in it.
 */
export function wayOf(document: DocumentMeta, status: string, changes?: Change[]): Step[] {
  const stages = document.stages ?? ownStages(document)
  const at = stages.findIndex(({ states }) => states.includes(status))
  const reached = changes && reachedIn(changes)
  const steps = stages.map((stage, index): Step => {
    const since = earliest(stage, reached)
    const happened = reached === undefined ? index < at : since !== undefined
    const isPast = happened && (at < 0 || index < at)
    return {
      key: stage.key,
      title: stage.title,
      place: index === at ? 'now' : isPast ? 'past' : 'ahead',
      ...(index === at ? nowIn(document, stage, status) : {}),
      ...(since === undefined || (index > at && at >= 0) ? {} : { at: since }),
    }
  })
  const state = document.states.find(({ key }) => key === status)
  if (at >= 0 || state === undefined) return steps
  const { key, title, phase } = state
  return [...steps, { key, title, phase, place: 'now' }]
}

/** Without stages every state is one, but for those that end a document early. */
function ownStages({ states }: DocumentMeta): StageMeta[] {
  return states
    .filter(({ phase }) => phase !== 'stopped')
    .map(({ key, title }) => ({ key, title, states: [key] }))
}

function nowIn({ states }: DocumentMeta, stage: StageMeta, status: string) {
  const state = states.find(({ key }) => key === status)
  if (state === undefined) return {}
  const several = stage.states.length > 1 && state.title !== stage.title
  return { phase: state.phase, ...(several ? { note: state.title } : {}) }
}

/** When each state was first reached; the one that a document was made in has no change of its own. */
function reachedIn(changes: Change[]): Map<string, string> {
  const reached = new Map<string, string>()
  const inOrder = [...changes].sort((one, other) => one.at.localeCompare(other.at))
  for (const { at, changes: fields } of inOrder) {
    for (const state of fields['status'] ?? []) {
      if (typeof state === 'string' && !reached.has(state)) reached.set(state, at)
    }
  }
  return reached
}

function earliest({ states }: StageMeta, reached: Map<string, string> | undefined) {
  return states
    .flatMap((state) => reached?.get(state) ?? [])
    .sort()
    .at(0)
}
