import { describe, expect, it } from 'vitest'
import type { Key } from './keys'
import { nothing, pressKey, releaseKey, takeText, type Ended, type Reading } from './reading'

type Pressed = Partial<Key> & { up?: boolean }

const enter: Pressed = { key: 'Enter', code: 'Enter' }
const still: Key = {
  key: '',
  code: '',
  shift: false,
  ctrl: false,
  alt: false,
  meta: false,
  caps: false,
  at: 0,
}

/** Plays keys one after another; each takes `gap` ms unless it has a time of its own. */
function play(keys: Pressed[], gap = 4, start: Reading = nothing) {
  let reading = start
  const ended: Ended[] = []
  keys.forEach(({ up = false, ...key }, i) => {
    const step = (up ? releaseKey : pressKey)(reading, { ...still, at: 5_000 + i * gap, ...key })
    reading = step.reading
    if (step.ended !== undefined) ended.push(step.ended)
  })
  return { reading, ended }
}

const typed = (text: string): Pressed[] => Array.from(text, (key) => ({ key }))

/** A scanner presses shift for a capital; the lock turns what the browser makes of it round. */
function withCapsLock(text: string): Pressed[] {
  return Array.from(text, (char) => {
    const shift = /[A-Z]/.test(char)
    const key = shift ? char.toLowerCase() : char.toUpperCase()
    return { key, shift, caps: true }
  })
}

/** An input method hides what a key types. */
function hidden(text: string): Pressed[] {
  return Array.from(text, (char) => {
    const code = /\d/.test(char)
      ? `Digit${char}`
      : char === '-'
        ? 'Minus'
        : `Key${char.toUpperCase()}`
    return { key: 'Process', code, shift: /[A-Z]/.test(char) }
  })
}

const altNumber = (digits: string): Pressed[] => [
  { key: 'Alt', code: 'AltLeft', alt: true },
  ...Array.from(digits, (d) => ({ key: d, code: `Numpad${d}`, alt: true })),
  { key: 'Alt', code: 'AltLeft', up: true },
]

describe('a scanner', () => {
  const gs = '\x1d'
  const cases: [string, Pressed[], string][] = [
    ['types fast', [...typed('AC-1001'), enter], 'AC-1001'],
    ['ends with Tab', [...typed('AC-1001'), { key: 'Tab', code: 'Tab' }], 'AC-1001'],
    ['meets caps lock', [...withCapsLock('Ac-1001x'), enter], 'Ac-1001x'],
    [
      'meets an input method',
      [...hidden('AC-1001x'), { key: 'Process', code: 'Enter' }],
      'AC-1001x',
    ],
    ['meets full-width signs', [...typed('ＡＣ－１'), enter], 'AC-1'],
    [
      'separates with Ctrl+]',
      [...typed('0112345'), { key: ']', ctrl: true }, ...typed('10AB'), enter],
      `0112345${gs}10AB`,
    ],
    [
      'separates with F8',
      [...typed('0112345'), { key: 'F8' }, ...typed('10AB'), enter],
      `0112345${gs}10AB`,
    ],
    [
      'separates with Alt+029',
      [...typed('0112345'), ...altNumber('029'), ...typed('10AB'), enter],
      `0112345${gs}10AB`,
    ],
    [
      'types all by number',
      [...altNumber('065'), ...altNumber('067'), ...altNumber('049'), enter],
      'AC1',
    ],
    [
      'frames with control characters',
      [...typed('AC-1'), { key: '^', ctrl: true }, enter, { key: 'j', ctrl: true }],
      'AC-1',
    ],
    [
      'is held up once',
      [
        ...typed('69000'),
        { key: '1', at: 5_400 },
        { key: '2', at: 5_404 },
        { ...enter, at: 5_408 },
      ],
      '6900012',
    ],
    [
      'comes after forgotten keys',
      [{ key: '2', at: 1_000 }, { key: '4', at: 1_200 }, ...typed('6900'), enter],
      '6900',
    ],
  ]
  it.each(cases)('%s', (_, keys, code) => {
    expect(play(keys).ended).toEqual([{ by: 'scanner', code }])
  })

  it('may press Enter twice', () => {
    expect(play([...typed('AC-1'), enter, enter, ...typed('AC-2'), enter, enter]).ended).toEqual([
      { by: 'scanner', code: 'AC-1' },
      { by: 'scanner', code: 'AC-2' },
    ])
  })

  it('is not forgotten when a busy page tells of its text late', () => {
    const { reading } = play([{ key: 'A', at: 5_000 }])
    const late = takeText(reading, 'A', 7_000)
    expect(
      play(
        [
          { key: 'C', at: 5_004 },
          { ...enter, at: 5_008 },
        ],
        4,
        late,
      ).ended,
    ).toEqual([{ by: 'scanner', code: 'AC' }])
  })

  it('may send its text in one piece', () => {
    const reading = takeText(nothing, `]C10112345${gs}10AB`, 5_000)
    expect(play([enter], 4, reading).ended).toEqual([
      { by: 'scanner', code: `]C10112345${gs}10AB` },
    ])
  })

  it('may hide its keys behind input events', () => {
    let reading = play([{ key: 'Unidentified' }]).reading
    for (const char of 'AC-1') reading = takeText(reading, char, 5_010)
    expect(play([enter], 4, reading).ended).toEqual([{ by: 'scanner', code: 'AC-1' }])
  })
})

describe('a person', () => {
  it('types slowly, so the field counts', () => {
    expect(play([...typed('24'), enter], 180).ended).toEqual([{ by: 'person' }])
  })

  it('presses a button with Enter or space', () => {
    expect(pressKey(nothing, { ...still, ...enter }).took).toBe(false)
    expect(pressKey(nothing, { ...still, key: ' ' }).took).toBe(false)
  })

  it('leaves a field with Tab', () => {
    expect(play([...typed('24'), { key: 'Tab' }], 180).ended).toEqual([])
  })

  it('keeps F8 for a button while no code is under way', () => {
    expect(pressKey(nothing, { ...still, key: 'F8' }).took).toBe(false)
  })
})
