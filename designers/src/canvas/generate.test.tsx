import { expect, it } from 'vitest'
import { documentOf, menuOf, screensOf, withStates } from './generate'

const title = { zh: '月台', en: 'Dock', es: 'Muelle' }

it('makes a list of what fits into a line, which opens a form of all', () => {
  const fields = [
    { key: 'name', type: 'text' },
    { key: 'extra', type: 'json' },
    { key: 'open', type: 'boolean' },
  ]
  const [list, form] = screensOf('x_dock', { title, fields })
  expect(list?.object['columns']).toEqual([{ key: 'name' }, { key: 'open' }])
  expect(list?.object['open']).toBe('form')
  expect(form?.object['groups']).toMatchObject([{ fields: [{}, { key: 'extra' }, {}] }])
})

it('makes a document of three states, which its list opens', () => {
  const table = withStates({ title, fields: [{ key: 'name', type: 'text' }] })
  expect(table['fields']).toMatchObject([{ key: 'status', system: true }, { key: 'name' }])
  expect(withStates(table)).toBe(table)
  expect(screensOf('x_dock', table)[0]?.object['open']).toBe('document')
  expect(documentOf('x_dock', title).object).toMatchObject({
    states: [{ key: 'new' }, { key: 'doing' }, { key: 'done' }],
    actions: [
      { key: 'start', from: ['new'], to: 'doing' },
      { key: 'finish', from: ['doing'], to: 'done' },
    ],
  })
})

it('makes a menu of the site under a group that is there', () => {
  const made = menuOf('list:dock_door', title, { key: 1100, route: '/sys/basic' }, 990001)
  expect(made.key).toBe('x_dock_door')
  expect(made.object['items']).toEqual([
    { key: 990001, parent: 1100, route: '/sys/basic/dock-door', title, screen: 'list:dock_door' },
  ])
})
