import { act, renderHook, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { DataProviderContext, type DataProvider } from '../../data/provider'
import type { Row } from '../../data/rows'
import { takeNotices } from '../../page/notices'
import { sampleProvider } from '../../testing/sampleProvider'
import { useRightsScreen } from './useRightsScreen'

const entries = [1, 2].map((id) => ({
  id,
  parent: 0,
  title: `Menu ${String(id)}`,
  hidden: false,
  rights: [],
  buttons: [],
}))

/** A role that holds nothing, until somebody else grants it menu 2. */
function rightsOfARole() {
  let role: Row = { id: 7, version: 1, menus: [], buttons: [] }
  const save = vi.fn<DataProvider['save']>(() => Promise.resolve(role))
  const data: DataProvider = {
    ...sampleProvider(),
    query: () => Promise.resolve({ rows: [role], total: 1 }),
    get: () => Promise.resolve(role),
    grantable: () => Promise.resolve(entries),
    save,
  }
  const queries = new QueryClient()
  const { result } = renderHook(useRightsScreen, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queries}>
        <DataProviderContext value={data}>{children}</DataProviderContext>
      </QueryClientProvider>
    ),
  })
  const grantedByAnother = async () => {
    role = { id: 7, version: 2, menus: [{ id: 70, menu_id: 2, whole: false }], buttons: [] }
    await act(() => queries.invalidateQueries())
  }
  return { result, save, grantedByAnother }
}

it('does not take away what somebody else granted, though it was read anew since', async () => {
  const { result, save, grantedByAnother } = rightsOfARole()
  act(() => {
    result.current.choose(7)
  })
  await waitFor(() => {
    expect(result.current.grants).toBeDefined()
  })
  act(() => {
    result.current.grantEntry(1, true)
  })
  await grantedByAnother()
  await waitFor(() => {
    expect(result.current.holder?.version).toBe(2)
  })
  await act(() => result.current.save())
  expect(save).toHaveBeenCalledOnce()
  expect(save.mock.calls[0]?.[1]).toMatchObject({ version: 1, menus: [{ menu_id: 1 }] })
  takeNotices()
})
