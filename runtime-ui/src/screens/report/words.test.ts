import { expect, test } from 'vitest'
import type { ReportColumn } from '../../data/report'
import { figureOf, wordsOf } from './words'

const words = {
  language: 'en',
  option: () => undefined,
  yes: 'yes',
  no: 'no',
  say: (key: string) => key,
}

const walk: ReportColumn = {
  key: 'walk',
  title: 'Walk',
  role: 'figure',
  type: 'length',
  scale: 2,
  unit: 'm',
}

test('a figure leaves its unit to who shows it beside', () => {
  expect(wordsOf(walk, { walk: '12.50' }, words)).toBe('12.5 m')
  expect(figureOf(walk, { walk: '12.50' }, words)).toBe('12.5')
})

test('an hour is told by its moment, a day by itself', () => {
  const at = { key: 'at', title: 'At', role: 'group', type: 'instant', period: 'hour' } as const
  expect(wordsOf(at, { at: '2026-11-25T10:00:00Z' }, words)).toMatch(/10:00/)
  const day = { ...at, type: 'date', period: 'day' } as const
  expect(wordsOf(day, { at: '2026-11-25' }, words)).toBe('2026-11-25')
})
