import { expect, it } from 'vitest'
import texts from '../../../metadata/i18n/designer.i18n.json'
import { itemOf, membersOf, roleOf, rootOf, type Place } from './schemas'

const kinds = [
  ...['list', 'form', 'document', 'station', 'report', 'tool', 'board', 'page', 'setting', 'test'],
  ...['print', 'home', 'table', 'element', 'export', 'menu', 'code_rule', 'dropdown'],
]

it('every member that a designer shows has a name', () => {
  const named = new Set(Object.keys(texts.terms))
  const nameless = kinds.flatMap((kind) =>
    [...new Set(wordsIn(rootOf(kind)))].filter(
      (word) =>
        !named.has(`designer.member.${kind}.${word}`) && !named.has(`designer.member.${word}`),
    ),
  )
  expect(nameless).toEqual([])
})

/** The words of a place and of all below it. */
function wordsIn(place: Place, above: unknown[] = []): string[] {
  if (above.includes(place.schema.properties)) return []
  return membersOf(place).flatMap((member) => {
    const role = roleOf(member)
    const below = [...above, place.schema.properties]
    if (role === 'value') return [member.name]
    return [member.name, ...wordsIn(role === 'list' ? itemOf(member) : member, below)]
  })
}
