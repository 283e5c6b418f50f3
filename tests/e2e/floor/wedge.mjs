// Hands of a keyboard wedge: each way in which scanners put a code into a page.

const alt = 1
const ctrl = 2
const shift = 8

/** The physical key of a character on the layout that scanners speak. */
function physical(char) {
  if (/[a-z]/i.test(char)) return { code: `Key${char.toUpperCase()}`, shifted: /[A-Z]/.test(char) }
  if (/\d/.test(char)) return { code: `Digit${char}`, shifted: false }
  return { code: { '-': 'Minus', '/': 'Slash', '.': 'Period' }[char], shifted: false }
}

/** Scans act on keys that go down, so most need not come up. */
const press = (key, code, more = {}) => [{ type: 'keyDown', key, code, ...more }]

const character = (char, key = char) => {
  const { code, shifted } = physical(char)
  return press(key, code, { text: key, modifiers: shifted ? shift : 0 })
}
const enter = press('Enter', 'Enter', { text: '\r', windowsVirtualKeyCode: 13 })
const keys = (events) => events.map((event) => ['Input.dispatchKeyEvent', event])
const typed = (code) => keys([...code].flatMap((char) => character(char)))

const separators = [
  press(']', 'BracketRight', { modifiers: ctrl }),
  press('F8', 'F8'),
  [
    { type: 'rawKeyDown', key: 'Alt', code: 'AltLeft', modifiers: alt },
    ...['0', '2', '9'].flatMap((digit) => press(digit, `Numpad${digit}`, { modifiers: alt })),
    { type: 'keyUp', key: 'Alt', code: 'AltLeft' },
  ],
]

/** Types a code whose parts are separated, each time in another way. */
export function separated(code, i) {
  const parts = code.split('\x1d').map(typed)
  const between = keys(separators[i % separators.length])
  return [...parts.flatMap((part, n) => (n === 0 ? part : [...between, ...part])), ...keys(enter)]
}

/** Types it key by key. */
export const plain = (code) => [...typed(code), ...keys(enter)]

/** As the browser sees it when caps lock is on. */
export const withCapsLock = (code) => [
  ...keys(
    [...code].flatMap((char) =>
      character(char, /[a-z]/.test(char) ? char.toUpperCase() : char.toLowerCase()),
    ),
  ),
  ...keys(enter),
]

/** Through an input method for another script, which hides the keys and composes. */
export function throughInputMethod(code) {
  const events = []
  for (const [n, char] of [...code].entries()) {
    const { code: key, shifted } = physical(char)
    const hidden = {
      type: 'rawKeyDown',
      key: 'Process',
      code: key,
      windowsVirtualKeyCode: 229,
      modifiers: shifted ? shift : 0,
    }
    const text = code.slice(0, n + 1).toLowerCase()
    events.push(
      ['Input.dispatchKeyEvent', hidden],
      ['Input.imeSetComposition', { text, selectionStart: n + 1, selectionEnd: n + 1 }],
    )
  }
  const end = { type: 'rawKeyDown', key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 }
  return [...events, ['Input.dispatchKeyEvent', end]]
}

/** As a composition without keys, which a phone's keyboard ends with Enter. */
export const composed = (code) => [
  ...[4, code.length].map((n) => [
    'Input.imeSetComposition',
    { text: code.slice(0, n), selectionStart: n, selectionEnd: n },
  ]),
  ...keys(enter),
]

/** As one text, which a handheld's scan service inserts. */
export const inOnePiece = (code) => [['Input.insertText', { text: code }], ...keys(enter)]

/** The second Enter and the line feed of a scanner that ends its codes twice. */
export const endedTwice = (code) => [
  ...plain(code),
  ...keys(enter),
  ...keys(press('j', 'KeyJ', { modifiers: ctrl })),
]

const pace = 0.004 // s between two keys, which is what the page is told however busy the machine is

/** Plays events in their order, as fast as the browser takes them. */
export function play(cdp, events) {
  const start = Date.now() / 1000
  return Promise.all(
    events.map(([method, params], i) => {
      const timed = method === 'Input.dispatchKeyEvent' ? { timestamp: start + i * pace } : {}
      return cdp.send(method, { ...params, ...timed })
    }),
  )
}
