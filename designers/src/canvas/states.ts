import type { JsonObject } from '../../../runtime-ui/src/render'
import { asList, objectsOf, wordOf } from '../draft/edit'
import { newItem } from '../panel/useParts'
import { listOf } from '../schema/schemas'

/** Keys of the steps out of a state; without one, of those that are possible in any. */
export function stepsFrom(document: JsonObject, state: string | undefined): string[] {
  return objectsOf(document['actions'])
    .filter(({ from }) => (state === undefined ? from === undefined : asList(from).includes(state)))
    .map(({ key }) => wordOf(key))
}

/** A step out of a state to the one behind it. */
export function newStep(document: JsonObject, state: string): JsonObject {
  const keys = objectsOf(document['states']).map(({ key }) => wordOf(key))
  const next = keys[keys.indexOf(state) + 1]
  const step = newItem(listOf('document', 'actions'), asList(document['actions']))
  return { ...step, from: [state], ...(next !== undefined && { to: next }) }
}

/** A step from one state to another. */
export function stepBetween(document: JsonObject, from: string, to: string): JsonObject {
  const step = newItem(listOf('document', 'actions'), asList(document['actions']))
  return { ...step, from: [from], to }
}

/** A state under a name that no other has. */
export function newState(document: JsonObject): JsonObject {
  return newItem(listOf('document', 'states'), asList(document['states']))
}
