import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { takeNotices } from '../../../page/notices'
import { useFullscreen } from './useFullscreen'

function browser(own: { fullscreenEnabled: boolean; fullscreenElement: Element | null }) {
  for (const [name, value] of Object.entries(own)) {
    Object.defineProperty(document, name, { value, configurable: true })
  }
}

afterEach(() => {
  takeNotices()
})

it('warns where the browser cannot do it', async () => {
  browser({ fullscreenEnabled: false, fullscreenElement: null })
  const { result } = renderHook(useFullscreen)
  await act(() => result.current.toggle())
  expect(takeNotices()).toMatchObject([{ kind: 'warning', text: 'msg.no_fullscreen' }])
})

it('follows when the person leaves by Escape', () => {
  browser({ fullscreenEnabled: true, fullscreenElement: document.body })
  const { result } = renderHook(useFullscreen)
  expect(result.current.full).toBe(true)
  browser({ fullscreenEnabled: true, fullscreenElement: null })
  act(() => {
    document.dispatchEvent(new Event('fullscreenchange'))
  })
  expect(result.current.full).toBe(false)
})

it('asks for the whole screen', async () => {
  browser({ fullscreenEnabled: true, fullscreenElement: null })
  const request = vi.fn(() => Promise.resolve())
  document.documentElement.requestFullscreen = request
  const { result } = renderHook(useFullscreen)
  await act(() => result.current.toggle())
  expect(request).toHaveBeenCalledOnce()
})
