import { expect, it } from 'vitest'
import es from './es.json'
import zh from './zh.json'

const schemas = import.meta.glob<object>('../../../metadata/schema/*.schema.json', {
  eager: true,
  import: 'default',
})

/** Kinds that no designer edits are explained in English alone. */
const elsewhere = /\/(i18n|language|mapping|module|overlay|plugin|station-input|station-screen)\./

it.each(Object.entries({ zh, es }))(
  '%s explains what the schemas do, and nothing else',
  (_, words) => {
    const said = Object.entries(schemas).flatMap(([file, one]) =>
      elsewhere.test(file) ? [] : descriptionsIn(one),
    )
    expect(Object.keys(words).sort()).toEqual([...new Set(said)].sort())
    expect(Object.values(words).filter((text) => text.trim() === '')).toEqual([])
  },
)

function descriptionsIn(schema: object): string[] {
  return Object.entries(schema).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'description' && typeof value === 'string') return [value]
    return typeof value === 'object' && value !== null ? descriptionsIn(value) : []
  })
}
