import { expect, it } from 'vitest'
import { missingIn, textsOf } from './texts'

const list = {
  kind: 'list',
  key: 'dock',
  title: { zh: '月台', en: 'Docks', es: 'Muelles' },
  empty: { zh: '没有', en: 'None', es: '' },
  columns: [{ key: 'code' }, { key: 'name', title: { zh: '', en: 'Name', es: 'Nombre' } }],
}

it('finds each text at its place, and none where there may be none', () => {
  const found = textsOf('list', list)
  expect(found.map(({ path }) => path.join('/'))).toEqual(['title', 'empty', 'columns/1/title'])
  expect(found.map(({ node }) => node.name)).toEqual(['', '', 'columns/name'])
})

it('knows what is missing in which language', () => {
  const found = textsOf('list', list)
  expect(found.map((text) => missingIn(text, ['zh', 'en', 'es']))).toEqual([[], ['es'], ['zh']])
})

it('asks a field for its title unless an element says it', () => {
  const field = { key: 'a', type: 'text', max_length: 9 }
  const fields = [field, { key: 'code', element: 'code' }]
  const found = textsOf('table', { kind: 'table', key: 'x_dock', fields })
  expect(found.map(({ path }) => path.join('/'))).toEqual(['title', 'fields/0/title'])
})
