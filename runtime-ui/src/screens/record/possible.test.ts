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
    action('audit', { primary: true, from: ['draft'], refusal: 'Add lines first' }),
    action('close', { from: ['done'] }),
    action('cancel', {}),
    action('split', { from: ['draft'] }),
  ],
}
const t = ((key: string, params?: { states?: string }) =>
  params?.states === undefined ? key : `${key} ${params.states}`) as unknown as TFunction
const row = {
  id: 1,
  _can: ['cancel'],
  _cannot: { audit: 'guard', close: 'state', split: 'right' } as const,
}

it('says why an action is not possible', () => {
  expect(offersOf(document, row, t).map(({ reason }) => reason)).toEqual([
    'Add lines first',
    'record.only_in Done',
    undefined,
    'record.not_yours',
  ])
})

it('shows the next action even if its condition keeps it back, the impossible behind more', () => {
  const { next, beside, more } = arrange(offersOf(document, row, t), row)
  expect(next?.action.key).toBe('audit')
  expect(beside.map((offer) => offer.action.key)).toEqual(['cancel'])
  expect(more.map((offer) => offer.action.key)).toEqual(['close', 'split'])
})
