import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { startTexts } from '../look/texts'

// jsdom lacks what antd asks of a browser's layout.
vi.stubGlobal('matchMedia', () => ({
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}))
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe = () => undefined
    unobserve = () => undefined
    disconnect = () => undefined
  },
)
Element.prototype.scrollIntoView = () => undefined
Object.defineProperty(window, 'innerWidth', { value: 1440, writable: true })

// The first use of a screen loads its part of the app.
configure({ asyncUtilTimeout: 10_000 })

await startTexts('en')

// The next file has the same page.
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  localStorage.clear()
})
