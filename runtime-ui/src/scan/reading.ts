import { meaningOf, narrow, separator, type Key } from './keys'

const fastest = 50 // ms between two keys, in the middle of all; fingers are slower
const tail = 500 // ms after a code in which a second Enter or a control character still is part of it
const forgotten = 1_000 // ms after which keys that nobody ended belong to no scan

/** What has come since the last code ended. The start is `nothing`. */
export interface Reading {
  readonly chars: string // of keys
  readonly times: readonly number[] // ms, of those keys
  readonly blind: boolean // some key hid its character
  readonly text: string // of input events
  readonly textTimes: readonly number[]
  readonly composing: string // not committed yet
  readonly numpad: string | undefined // digits typed while Alt is down
  readonly endedAt: number // ms, when the code before ended; 0 when there was none
}

export const nothing: Reading = {
  chars: '',
  times: [],
  blind: false,
  text: '',
  textTimes: [],
  composing: '',
  numpad: undefined,
  endedAt: 0,
}

/** A code that was read, or the sign that a person ended what he typed. */
export type Ended = { by: 'scanner'; code: string } | { by: 'person' }

export interface Step {
  reading: Reading
  /** The key belongs to a code: nothing else may act on it. */
  took: boolean
  /** The character that the key adds. */
  char?: string
  ended?: Ended
}

/** Takes in a key that goes down. */
export function pressKey(before: Reading, key: Key): Step {
  const reading = isForgotten(before.times, key.at) ? nothing : before
  if (key.alt && !key.ctrl) return pressAlt(reading, key)
  const meaning = meaningOf(key)
  switch (meaning.is) {
    case 'char':
      // The key of FNC1 may belong to a button, unless a code is under way.
      if (key.key === 'F8' && reading.chars === '') return { reading, took: false }
      return add(reading, meaning.char, key.at)
    case 'blind':
      return { reading: { ...reading, blind: true }, took: false }
    case 'end':
      if (isEmpty(reading) && isTail(reading, key.at)) return { reading, took: true }
      return end(reading, key.at, key.code === 'Tab' || key.key === 'Tab')
    case 'control':
      return { reading, took: !isEmpty(reading) || isTail(reading, key.at) }
    case 'other':
      return { reading, took: false }
  }
}

/** Takes in a key that goes up: Alt ends a character typed by its number. */
export function releaseKey(reading: Reading, key: Key): Step {
  if (key.key !== 'Alt' || reading.numpad === undefined) return { reading, took: false }
  const number = Number(reading.numpad)
  const rest = { ...reading, numpad: undefined }
  if (number === 0 || number > 126) return { reading: rest, took: false }
  if (number < 32 && number !== separator.charCodeAt(0)) return { reading: rest, took: true }
  return add(rest, String.fromCharCode(number), key.at)
}

/** Takes in a text that came by an input event, which ends what was being composed. */
export function takeText(before: Reading, text: string, at: number): Reading {
  const reading = compose(before, text, at)
  return { ...reading, text: reading.text + reading.composing, composing: '' }
}

/** Takes in what an input method has not committed yet. */
export function compose(before: Reading, text: string, at: number): Reading {
  // A busy page tells of a text long after the keys that made it.
  const stale = before.chars === '' && isForgotten(before.textTimes, at)
  const reading = stale ? nothing : before
  const more = Math.max(text.length - reading.composing.length, 0)
  const textTimes = [...reading.textTimes, ...Array<number>(more).fill(at)]
  return { ...reading, composing: narrow(text), textTimes }
}

/** Ends a code that came in one piece, without a key to end it. */
export function endOfText(reading: Reading, at: number): Step {
  return isEmpty(reading) ? { reading, took: false } : end(reading, at, false)
}

function pressAlt(reading: Reading, key: Key): Step {
  const digit = /^Numpad(\d)$/.exec(key.code)?.[1]
  if (digit !== undefined) {
    return { reading: { ...reading, numpad: (reading.numpad ?? '') + digit }, took: true }
  }
  return { reading, took: false }
}

function add(reading: Reading, char: string, at: number): Step {
  // A lone space presses a button; no code begins with one.
  const took = !(char === ' ' && reading.chars === '')
  const grown = { ...reading, chars: reading.chars + char, times: [...reading.times, at] }
  return { reading: took ? grown : reading, took, char }
}

function end(reading: Reading, at: number, tab: boolean): Step {
  const code = codeOf(reading)
  if (code !== undefined) {
    const rest = { ...nothing, endedAt: at }
    return { reading: rest, took: true, ended: { by: 'scanner', code } }
  }
  // Fingers leave a field with Tab, and press a button with Enter.
  if (tab) return { reading: nothing, took: false }
  return { reading: nothing, took: !isEmpty(reading), ended: { by: 'person' } }
}

/** What a scanner sent; undefined when it was typed by hand. */
function codeOf(reading: Reading): string | undefined {
  if (reading.chars !== '' && !reading.blind) {
    return isFast(reading.times) ? reading.chars : undefined
  }
  const text = reading.text + reading.composing
  return text.length > 1 && isFast(reading.textTimes) ? text : undefined
}

/** One slow key among many is the network's or the machine's fault, not a finger's. */
function isFast(times: readonly number[]): boolean {
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? time))
  gaps.sort((a, b) => a - b)
  const middle = gaps[Math.floor(gaps.length / 2)]
  return middle !== undefined && middle <= fastest
}

function isForgotten(times: readonly number[], at: number): boolean {
  const last = times.at(-1)
  return last !== undefined && at - last > forgotten
}

function isTail({ endedAt }: Reading, at: number): boolean {
  return endedAt > 0 && at - endedAt < tail
}

function isEmpty({ chars, text, composing, blind }: Reading): boolean {
  return chars === '' && text === '' && composing === '' && !blind
}
