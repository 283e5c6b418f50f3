import { act, renderHook, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { DataProviderContext, type DataProvider } from '../../../data/provider'
import type { LoggedChange, Upkeep } from '../../../data/upkeep'
import { sampleProvider } from '../../../testing/sampleProvider'
import { useLog } from './useLog'

/** A log of which each answer looks through a hundred ids; what is found is at one of them. */
function logWith(...ids: number[]) {
  const asked: (number | undefined)[] = []
  const log = ({ before }: { before?: number }) => {
    asked.push(before)
    const from = (before || 1000) - 100
    const rows = ids.filter((id) => id >= from && id < from + 100).map((id) => ({ id }))
    return Promise.resolve({ rows: rows as LoggedChange[], next: Math.max(from, 0), kept_days: 0 })
  }
  const sample = sampleProvider()
  const data: DataProvider = {
    ...sample,
    upkeep: { ...sample.upkeep, log: log as unknown as Upkeep['log'] },
  }
  const queries = new QueryClient()
  const { result } = renderHook(useLog, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queries}>
        <DataProviderContext value={data}>{children}</DataProviderContext>
      </QueryClientProvider>
    ),
  })
  return { result, asked }
}

it('asks on until something is found, and then waits to be asked', async () => {
  const { result, asked } = logWith(650, 120)
  expect(result.current.loading).toBe(true)
  await waitFor(() => {
    expect(result.current.rows).toHaveLength(1)
  })
  expect(asked).toEqual([0, 900, 800, 700])
  expect(result.current.more).toBe(true)
  act(() => {
    result.current.next()
  })
  await waitFor(() => {
    expect(asked).toHaveLength(5)
  })
})

it('comes to an end where nothing is found', async () => {
  const { result, asked } = logWith()
  await waitFor(() => {
    expect(result.current.loading).toBe(false)
  })
  expect(asked).toHaveLength(10)
  expect(result.current.more).toBe(false)
})
