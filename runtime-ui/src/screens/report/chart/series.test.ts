import { expect, test } from 'vitest'
import type { ReportAnswer } from '../../../data/report'
import { drawingOf } from './series'

const words = { language: 'en', option: () => undefined, yes: 'yes', no: 'no' }

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
  rows: [
    { 'at:day': '2026-03-02', who: 1, who__label: 'Uma', n: 3 },
    { 'at:day': '2026-03-01', who: 1, who__label: 'Uma', n: 2 },
    { 'at:day': '2026-03-01', who: 2, who__label: 'Ada', n: 5 },
  ],
  chart: { type: 'bar', x: 'at:day', measures: ['n'] },
}

test('days go from left to right and other groups are added up', () => {
  expect(drawingOf(answer, words)).toEqual({
    categories: ['2026-03-01', '2026-03-02'],
    series: [{ name: 'Count', values: [7, 3] }],
  })
})

test('a group splits the figures, with a gap where it has none', () => {
  const split = {
    ...answer,
    chart: { type: 'bar', x: 'at:day', series: 'who', measures: ['n'] },
  } as const
  expect(drawingOf({ ...split, chart: { ...split.chart, measures: ['n'] } }, words).series).toEqual(
    [
      { name: 'Ada', values: [5, null] },
      { name: 'Uma', values: [2, 3] },
    ],
  )
})

test('without a chart nothing is drawn', () => {
  const plain = { ...answer }
  delete plain.chart
  expect(drawingOf(plain, words)).toEqual({ categories: [], series: [] })
})
