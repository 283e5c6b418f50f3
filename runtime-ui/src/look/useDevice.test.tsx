import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { DrawnWidth, useMobile, usePhone } from './useDevice'

function resize(width: number) {
  act(() => {
    window.innerWidth = width
    dispatchEvent(new Event('resize'))
  })
}

afterEach(() => {
  resize(1440)
})

it('follows the width of the window', () => {
  const { result } = renderHook(useMobile)
  for (const [width, mobile] of [
    [1020, true],
    [1026, true],
    [1027, false],
    [390, true],
  ] as const) {
    resize(width)
    expect([width, result.current]).toEqual([width, mobile])
  }
})

it('tells a phone from a tablet', () => {
  const { result } = renderHook(usePhone)
  for (const [width, phone] of [
    [641, false],
    [640, true],
    [390, true],
  ] as const) {
    resize(width)
    expect([width, result.current]).toEqual([width, phone])
  }
})

it('follows the width that a part is drawn for, where that is said', () => {
  const { result } = renderHook(usePhone, {
    wrapper: ({ children }) => <DrawnWidth value={390}>{children}</DrawnWidth>,
  })
  resize(1440)
  expect(result.current).toBe(true)
})
