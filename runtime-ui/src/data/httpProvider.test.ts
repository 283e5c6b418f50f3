import { expect, it, vi } from 'vitest'
import type { Client } from './client'
import { httpProvider } from './httpProvider'

it('waits twenty minutes for files that are written', async () => {
  const post = vi.fn<Client['post']>().mockResolvedValue({ job: 1, key: 'k' })
  const data = httpProvider({ post } as unknown as Client)
  await data.exportRows('item', { columns: [], format: 'csv' } as never, 'k')
  await data.reports.export('orders', {} as never, 'k')
  expect(post.mock.calls.map(([, , options]) => options?.timeout)).toEqual([1_200_000, 1_200_000])
})
