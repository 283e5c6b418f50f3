import { render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { useScanner } from './useScanner'

const onCode = vi.fn<(code: string) => void>()

function Station() {
  useScanner({
    field: () => document.querySelector<HTMLInputElement>('#entry'),
    soft: () => false,
    onCode,
    onTyped: vi.fn(),
  })
  return <input id="entry" />
}

/** A code that comes in the moment in which its station is there. */
function Hasty() {
  useLayoutEffect(() => {
    const field = document.querySelector('#entry')
    for (const key of ['D', 'E', 'M', 'O', '1', 'Enter']) {
      field?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
  }, [])
  return <Station />
}

it('hears the first key of a code that comes as soon as the field is there', () => {
  render(<Hasty />)
  expect(onCode.mock.calls).toEqual([['DEMO1']])
})
