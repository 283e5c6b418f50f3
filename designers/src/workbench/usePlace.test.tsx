import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { PageContext, type Page } from '../../../runtime-ui/src/render'
import { usePlace } from './usePlace'

function placed(search: string) {
  const page = { search, ask: vi.fn() }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <PageContext value={{ ...page } as unknown as Page}>{children}</PageContext>
  )
  return { page, ...renderHook(() => usePlace('list'), { wrapper }) }
}

it('stands at a part before the address says so, and then where the address leads', () => {
  const { page, result, rerender } = placed('?kind=list&key=brand&at=columns%2Fcode')
  act(() => {
    result.current.choose('filters')
  })
  expect(page.ask).toHaveBeenCalledWith('?kind=list&key=brand&at=filters', true)
  expect(result.current.part).toBe('filters')
  page.search = '?kind=list&key=brand&at=filters'
  rerender()
  expect(result.current.part).toBe('filters')
  page.search = '?kind=list&key=brand&at=columns%2Fcode'
  rerender()
  expect(result.current.part).toBe('columns/code')
})
