import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listen } from './listen'

let stop: () => void
const onCode = vi.fn<(code: string) => void>()
const onTyped = vi.fn<(text: string) => void>()
const field = () => document.querySelector<HTMLInputElement>('#entry')

beforeEach(() => {
  document.body.innerHTML =
    '<input id="entry"><button>Press</button><div role="dialog"><button id="yes">Yes</button><input id="pin"></div>'
  onCode.mockReset()
  onTyped.mockReset()
  stop = listen({ field, soft: () => false, onCode, onTyped })
})
afterEach(() => {
  stop()
})

/** Sends the keys of a code to what has the focus; true when nobody else may act on the Enter. */
function scan(code: string, target: Element): boolean {
  for (const key of code) press(key, target)
  return !press('Enter', target)
}

function press(key: string, target: Element): boolean {
  return target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  )
}

function insert(data: string) {
  const init = { inputType: 'insertText', data, bubbles: true }
  field()?.dispatchEvent(new InputEvent('input', init))
}

describe('codes arrive', () => {
  it.each(['#entry', 'button', '#yes', 'body'])('with the focus on %s', (selector) => {
    const target = document.querySelector(selector)
    if (target === null) throw new Error(selector)
    expect(scan('AC-1001', target)).toBe(true)
    expect(onCode.mock.calls).toEqual([['AC-1001']])
  })

  it('in one piece, with or without an end', async () => {
    insert('6900000001001\n')
    insert('6900000001002')
    await vi.waitFor(() => {
      expect(onCode.mock.calls).toEqual([['6900000001001'], ['6900000001002']])
    })
  })
})

it('leaves other fields and plain key presses alone', () => {
  const pin = document.querySelector('#pin')
  const button = document.querySelector('button')
  if (pin === null || button === null) throw new Error('no fields')
  expect(scan('1234', pin)).toBe(false)
  expect(press('Enter', button)).toBe(true)
  expect(onCode).not.toHaveBeenCalled()
})

it('hands over what a person typed when Enter ends it', () => {
  const entry = field()
  if (entry === null) throw new Error('no entry')
  entry.value = ' 24 '
  press('Enter', entry)
  expect(onTyped.mock.calls).toEqual([['24']])
  expect(entry.value).toBe('')
})
