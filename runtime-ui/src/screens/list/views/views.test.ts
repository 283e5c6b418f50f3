import { expect, it } from 'vitest'
import type { ListMeta } from '../../../data/screen'
import { orderScreen } from '../../../testing/sampleScreens'
import { plainList } from '../address'
import { plainArrangement } from '../grid/columns'
import { askedBy, contentOf, openingView, type ListView } from './views'

const list = orderScreen.list as ListMeta
const view: ListView = {
  id: 5,
  screen: 'order',
  name: 'Mine',
  roleId: 0,
  opens: false,
  mine: true,
  content: {},
}

it('gives back what was saved', () => {
  const asked = {
    ...plainList(list),
    search: 'cup',
    filters: { status: { value: ['draft'], match: 'nin' as const } },
    sort: ['-amount'],
    size: 200,
  }
  const content = contentOf(asked, plainArrangement(list.columns))
  expect(askedBy(list, { ...view, content })).toEqual({ ...asked, view: 5 })
})

it('leaves out fields that the reader may not see', () => {
  const content = { filters: { secret: ['x'], status: ['draft'] }, sort: ['-secret', 'code'] }
  const asked = askedBy(list, { ...view, content })
  expect(asked.filters).toEqual({ status: { value: ['draft'] } })
  expect(asked.sort).toEqual(['code'])
  expect(askedBy(list, { ...view, content: { sort: ['secret'] } }).sort).toEqual(list.sort)
})

it('opens a personal view before one of a role', () => {
  const shared = { ...view, id: 6, roleId: 1, opens: true }
  expect(openingView([shared, { ...view, opens: true }])?.id).toBe(5)
  expect(openingView([shared, view])?.id).toBe(6)
  expect(openingView([view])).toBeUndefined()
})
