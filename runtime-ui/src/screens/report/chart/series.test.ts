import { expect, test } from 'vitest'
import type { ReportAnswer } from '../../../data/report'
import { drawingOf } from './series'
import { told } from './told'

const words = {
  language: 'en',
  option: () => undefined,
  yes: 'yes',
  no: 'no',
  say: (key: string) => key,
}

const answer: ReportAnswer = {
  key: 'r',
  title: 'R',
  params: {},
  days: {},
  more: false,
  totals: {},
  columns: [
    { key: 'at:day', title: 'Day', role: 'group', type: 'date', period: 'day' },
    { key: 'who', title: 'Who', role: 'group', type: 'reference' },
    { key: 'n', title: 'Count', role: 'figure', type: 'integer' },
  ],
  rows: [],
}

test('bars stand as the server sums them, and the rest is named', () => {
  const rows = [
    { who: 1, who__label: 'Uma', n: 7 },
    { who: 2, who__label: 'Ada', n: 3 },
    { _rest: true, n: 5 },
  ]
  const chart = { type: 'bar', x: 'who', measures: ['n'], rows } as const
  expect(drawingOf({ ...answer, chart: { ...chart, measures: ['n'] } }, words, 'Others')).toEqual({
    categories: ['Uma', 'Ada', 'Others'],
    series: [{ name: 'Count', values: [7, 3, 5] }],
  })
})

const split: ReportAnswer = {
  ...answer,
  chart: {
    type: 'bar',
    x: 'at:day',
    series: 'who',
    measures: ['n'],
    rows: [
      { 'at:day': '2026-03-01', who: 1, who__label: 'Uma', n: 2 },
      { 'at:day': '2026-03-01', who: 2, who__label: 'Ada', n: 5 },
      { 'at:day': '2026-03-01', _rest: true, n: 4 },
      { 'at:day': '2026-03-02', who: 1, who__label: 'Uma', n: 3 },
    ],
  },
}

test('a group splits the figures, with a gap where it has none; the rest is last', () => {
  expect(drawingOf(split, words, 'Anyone else').series).toEqual([
    { name: 'Ada', values: [5, null] },
    { name: 'Uma', values: [2, 3] },
    { name: 'Anyone else', values: [4, null] },
  ])
})

test('a gap is not heard as a figure', () => {
  const heard = told('R', drawingOf(split, words, 'Others'), 'en')
  expect(heard).toBe('R: 2026-03-01 Ada 5; 2026-03-01 Uma 2; 2026-03-02 Uma 3; 2026-03-01 Others 4')
})

test('without a chart nothing is drawn', () => {
  expect(drawingOf(answer, words, 'Others')).toEqual({ categories: [], series: [] })
})
