import { renderHook, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { DataProviderContext, type DataProvider } from '../../data/provider'
import type { BesideMeta } from '../../data/screen'
import { sampleProvider } from '../../testing/sampleProvider'
import { useBeside } from '../../fields/beside'
import { useWords } from '../../fields/words'
import { besideOf } from './besideOf'

const meta: BesideMeta = {
  list: 'free',
  table: 'piece',
  field: 'item_id',
  same: ['place_id'],
  group: ['item_id', 'item_id.unit'],
  columns: [{ field: 'item_id.unit', type: 'text', title: 'Unit' }],
  measures: [
    { as: 'free', field: 'there', less: 'taken', fn: 'sum', type: 'integer', title: 'Free' },
  ],
}

/** What is said of items at a place, of which item 1 alone has rows. */
function told(place: unknown, ids: number[], of: BesideMeta | null = meta) {
  const aggregate = vi.fn<DataProvider['aggregate']>(() =>
    Promise.resolve({ rows: [{ id: 0, item_id: 1, 'item_id.unit': 'pcs', free: 1200 }], total: 1 }),
  )
  const data = { ...sampleProvider(), aggregate }
  const queries = new QueryClient()
  const { result } = renderHook(
    () => {
      const words = useWords()
      return useBeside(
        of === null ? undefined : besideOf(of, { place_id: place }, data, words),
        ids,
      )
    },
    {
      wrapper: ({ children }) => (
        <QueryClientProvider client={queries}>
          <DataProviderContext value={data}>{children}</DataProviderContext>
        </QueryClientProvider>
      ),
    },
  )
  return { aggregate, tell: (id: number) => result.current(id) }
}

it('says the figures of a record with its unit, and 0 of one without rows', async () => {
  const { aggregate, tell } = told(5, [2, 1, 1])
  await waitFor(() => {
    expect(tell(1)).toBe('Free 1,200 pcs')
  })
  expect(tell(2)).toBe('Free 0')
  expect(tell(3)).toBeUndefined() // nobody asked
  expect(aggregate.mock.calls[0]?.[1]).toMatchObject({
    list: 'free',
    filter: {
      and: [
        { field: 'item_id', op: 'in', value: [1, 2] },
        { field: 'place_id', op: 'eq', value: 5 },
      ],
    },
    measures: [{ field: 'there', less: 'taken', fn: 'sum', as: 'free' }],
  })
})

it('asks nothing while the head does not say where', () => {
  const { aggregate, tell } = told(null, [1])
  expect(aggregate).not.toHaveBeenCalled()
  expect(tell(1)).toBeUndefined()
})

it('asks nothing where nothing is to be said', () => {
  expect(told(5, [1], null).aggregate).not.toHaveBeenCalled()
})
