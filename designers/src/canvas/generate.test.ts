import { expect, it } from 'vitest'
import { menuOf, screensOf } from './generate'

const title = { zh: '月台', en: 'Dock', es: 'Muelle' }

it('makes a list of what fits into a line, and a form of all', () => {
  const fields = [
    { key: 'name', type: 'text' },
    { key: 'extra', type: 'json' },
    { key: 'open', type: 'boolean' },
  ]
  const [list, form] = screensOf('x_dock', { title, fields })
  expect(list?.object['columns']).toEqual([{ field: 'name' }, { field: 'open' }])
  expect(form?.object['groups']).toMatchObject([{ fields: [{}, { field: 'extra' }, {}] }])
})

it('makes a menu of the site under a group that is there', () => {
  const made = menuOf('dock_door', title, { id: 1100, route: '/sys/basic' }, 990001)
  expect(made.key).toBe('x_dock_door')
  expect(made.object['items']).toEqual([
    { id: 990001, parent: 1100, route: '/sys/basic/dock-door', title, screen: 'list:dock_door' },
  ])
})
