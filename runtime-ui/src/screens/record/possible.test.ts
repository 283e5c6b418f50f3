import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import type { DocumentMeta } from '../../data/screen'
import { arrange, offersOf } from './possible'

const action = (key: string, more = {}) => ({
  key,
  title: key,
  over: 'each' as const,
  params: [],
  ...more,
})
const document: DocumentMeta = {
  table: 'order',
  lines: [],
  states: [
    { key: 'draft', title: 'Draft', phase: 'draft', edit: true },
    { key: 'done', title: 'Done', phase: 'done', edit: false },
  ],
  actions: [
    action('audit', { primary: true, from: ['draft'], to: 'done', refusal: 'Add lines first' }),
    action('close', { from: ['done'] }),
    action('release', { refusal: 'Nothing is on hold' }),
    action('cancel', {}),
    action('split', { from: ['draft'] }),
  ],
  next: [
    { key: 'show', title: 'Show {label}' },
    { key: 'release', title: 'Release', action: 'release' },
    { key: 'cut', title: 'Split', action: 'split' },
  ],
}
const t = ((key: string, params?: { states?: string }) =>
  params?.states === undefined ? key : `${key} ${params.states}`) as unknown as TFunction
const row = {
  id: 1,
  _can: ['cancel'],
  _cannot: { audit: 'guard', release: 'guard', close: 'state', split: 'right' } as const,
}

it('says why an action is not possible', () => {
  expect(offersOf(document, row, t).map(({ reason }) => reason)).toEqual([
    'Add lines first',
    'record.only_in Done',
    'Nothing is on hold',
    undefined,
    'record.not_yours',
  ])
})

it('shows the next action even if its condition keeps it back, behind more the rare and then the impossible', () => {
  const { next, beside, more } = arrange(document, row, t)
  expect(next?.action?.key).toBe('audit')
  expect(next?.reason).toBe('Add lines first')
  expect(beside).toEqual([])
  expect(more.map((offer) => offer.action.key)).toEqual(['cancel', 'close', 'release', 'split'])
})

it('has no main button for what leads nowhere and is not possible', () => {
  const gone = { ...row, _cannot: { ...row._cannot, audit: 'state' } as const }
  expect(arrange(document, gone, t).next).toBeUndefined()
})

it('leads on as the server says, with what is carried along', () => {
  const open = { key: 'show', route: '/carts/7', label: 'C7' }
  expect(arrange(document, { ...row, _next: open }, t).next).toEqual({
    title: 'Show C7',
    route: '/carts/7',
  })
  const act = { key: 'cut', with: { rest: true } }
  const { next, more } = arrange(document, { ...row, _can: ['split'], _next: act }, t)
  expect(next).toMatchObject({ title: 'Split', action: { key: 'split' }, given: { rest: true } })
  expect(more.map((offer) => offer.action.key)).not.toContain('split')
})

it('keeps main actions beside the next step, never a dangerous one', () => {
  const both = { ...row, _can: ['audit', 'cancel'], _next: { key: 'show', route: '/carts/7' } }
  expect(arrange(document, both, t).beside.map(({ action }) => action.key)).toEqual(['audit'])
})
