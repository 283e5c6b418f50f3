/** A key as the browser tells of it. */
export interface Key {
  key: string
  code: string // the physical key; '' where the browser does not know it
  shift: boolean
  ctrl: boolean
  alt: boolean
  meta: boolean
  caps: boolean
  at: number // ms
}

/** What a key means to a scan. */
export type Meaning =
  | { is: 'char'; char: string }
  | { is: 'blind' } // a character that the browser hides; an input event may tell it
  | { is: 'end' } // Enter or Tab
  | { is: 'control' } // what a scanner sends beside the code
  | { is: 'other' }

/** FNC1 as it stands between the elements of a code. */
export const separator = '\x1d'

const plain: Record<string, string> = {
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Backquote: '`~',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
  NumpadDecimal: '..',
  NumpadAdd: '++',
  NumpadSubtract: '--',
  NumpadMultiply: '**',
  NumpadDivide: '//',
}
const overDigits = ')!@#$%^&*('
const hidden = new Set(['Process', 'Unidentified', 'Dead'])

/** Reads a key as a scanner means it, whatever input method and lock stand in its way. */
export function meaningOf(key: Key): Meaning {
  if (isEnd(key)) return { is: 'end' }
  if (key.meta) return { is: 'other' }
  if (key.ctrl && !key.alt) return control(key)
  if (key.key === separator || key.key === 'F8') return { is: 'char', char: separator }
  if (hidden.has(key.key)) {
    const char = charOf(key)
    return char === undefined ? { is: 'blind' } : { is: 'char', char }
  }
  if (key.key.length !== 1) return { is: 'other' }
  return { is: 'char', char: caseOf(narrow(key.key), key) }
}

function isEnd({ key, code, ctrl, alt, meta }: Key): boolean {
  if (ctrl || alt || meta) return false
  return ['Enter', 'Tab'].includes(key) || ['Enter', 'NumpadEnter', 'Tab'].includes(code)
}

/** Ctrl and a sign is how a keyboard types a control character. */
function control({ key, code }: Key): Meaning {
  const separates = key === ']' || key === separator || code === 'BracketRight'
  if (separates) return { is: 'char', char: separator }
  // RS, EOT, FS, US, LF and CR frame a code and are no part of it.
  return /^[\^dD\\_jJmM]$/.test(key) ? { is: 'control' } : { is: 'other' }
}

/** What the key types on the layout that scanners speak. */
function charOf({ code, shift }: Key): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined) return shift ? letter : letter.toLowerCase()
  const digit = /^(Digit|Numpad)(\d)$/.exec(code)
  if (digit !== null) {
    const value = Number(digit[2])
    return shift && digit[1] === 'Digit' ? overDigits[value] : String(value)
  }
  return plain[code]?.[shift ? 1 : 0]
}

/** With caps lock on, a letter's case follows the shift that the scanner pressed. */
function caseOf(char: string, { caps, shift }: Key): string {
  if (!caps || !/^[a-z]$/i.test(char)) return char
  return shift ? char.toUpperCase() : char.toLowerCase()
}

/** The narrow form of a full-width sign, which an input method makes of a plain one. */
export function narrow(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
}
