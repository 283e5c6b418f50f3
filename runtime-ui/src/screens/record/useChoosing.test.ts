import { expect, it } from 'vitest'
import type { FieldMeta } from '../../data/screen'
import type { RecordMeta } from './parts'
import { chosenFor } from './useChoosing'

const owner: FieldMeta = { key: 'owner_id', type: 'reference', title: 'Owner', to: 'owner' }
const item: FieldMeta = {
  key: 'item_id',
  type: 'reference',
  title: 'Item',
  to: 'item',
  where: true,
  fits: ['owner_id'],
}

function lacksOf(field: FieldMeta) {
  const table = { key: 'order', title: 'Order', label: [], writes: 'all', rights: [] }
  const meta = { table: { ...table, fields: [field, item] }, tables: {} } as unknown as RecordMeta
  return chosenFor(meta, 'order', item, { values: { id: 0 } })?.lacks
}

it('asks to fill first what the choice depends on, as far as it is for the person to fill', () => {
  expect(lacksOf(owner)).toEqual(['Owner'])
  expect(lacksOf({ ...owner, readonly: true })).toEqual([])
})
