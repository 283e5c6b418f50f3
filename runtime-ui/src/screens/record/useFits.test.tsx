import { renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { DataProviderContext, type DataProvider } from '../../data/provider'
import type { FieldMeta } from '../../data/screen'
import { sampleProvider } from '../../testing/sampleProvider'
import type { RecordMeta } from './parts'
import { createRecordStore, setField } from './recordStore'
import { useFits } from './useFits'

const owner: FieldMeta = { key: 'owner_id', type: 'reference', title: 'Owner', to: 'owner' }
const item: FieldMeta = {
  key: 'item_id',
  type: 'reference',
  title: 'Item',
  to: 'item',
  where: true,
  fits: ['owner_id'],
}
const table = { key: 'order', title: 'Order', label: [], writes: 'all', rights: [] }
const meta = {
  table: { ...table, fields: [owner, item] },
  tables: {},
  form: { groups: [], lines: [] },
} as unknown as RecordMeta

/** An order under edit, of which the server says that its item fits owner 1 alone. */
function edited() {
  const query = vi.fn<DataProvider['query']>((_, ask) =>
    Promise.resolve({ rows: ask.for?.record?.['owner_id'] === 1 ? [{ id: 7 }] : [], total: 0 }),
  )
  const data = { ...sampleProvider(), query }
  const store = createRecordStore({ id: 0 }, [], true, { id: 0, owner_id: 1 })
  renderHook(
    () => {
      useFits(meta, store)
    },
    {
      wrapper: ({ children }) => <DataProviderContext value={data}>{children}</DataProviderContext>,
    },
  )
  return { store, query }
}

it('says that a choice no longer fits, however soon after it the owner was changed', async () => {
  const { store } = edited()
  setField(store, 'item_id', 7)
  setField(store, 'owner_id', 2)
  await waitFor(() => {
    expect(store.getState().errors['item_id']).toBeDefined()
  })
  setField(store, 'owner_id', 1)
  await waitFor(() => {
    expect(store.getState().errors['item_id']).toBeUndefined()
  })
})

it('does not ask about what was chosen for the record as it is', async () => {
  const { store, query } = edited()
  setField(store, 'owner_id', 2)
  setField(store, 'item_id', 8)
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(query).not.toHaveBeenCalled()
})
