import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Sample } from '../../testing/Sample'
import { orderScreen } from '../../testing/sampleScreens'
import type { ListMeta } from '../../data/screen'
import { useAddress } from './useAddress'

it('builds on what was asked for, though it is not drawn yet', () => {
  const asked: string[] = []
  const page = { search: '', ask: (next: string) => void asked.push(next) }
  const { result } = renderHook(() => useAddress(orderScreen.list as ListMeta), {
    wrapper: ({ children }) => <Sample page={page}>{children}</Sample>,
  })
  act(() => {
    result.current.change({ search: 'A' })
    result.current.change({ page: 2 })
  })
  expect(asked).toEqual(['?q=A', '?q=A&page=2'])
})
