import { expect, it } from 'vitest'
import type { Change } from '../../data/act'
import type { DocumentMeta } from '../../data/screen'
import { wayOf } from './way'

const document: DocumentMeta = {
  table: 'order',
  lines: [],
  actions: [],
  next: [],
  states: [
    { key: 'new', title: 'New', phase: 'draft', edit: true },
    { key: 'reserved', title: 'Reserved', phase: 'work', edit: false },
    { key: 'short', title: 'Short', phase: 'waiting', edit: false },
    { key: 'making', title: 'Making', phase: 'work', edit: false },
    { key: 'sent', title: 'Sent', phase: 'done', edit: false },
    { key: 'cancelled', title: 'Cancelled', phase: 'stopped', edit: false },
  ],
  stages: [
    { key: 'new', title: 'New', states: ['new'] },
    { key: 'ready', title: 'Ready', states: ['reserved', 'short'] },
    { key: 'making', title: 'Making', states: ['making'] },
    { key: 'sent', title: 'Sent', states: ['sent'] },
  ],
}

function change(at: string, from: string | null, to: string): Change {
  return { id: 1, at, user: 'Ada', action: 'update', changes: { status: [from, to] } }
}

const places = (steps: { title: string; place: string }[]) =>
  steps.map(({ title, place }) => `${title} ${place}`)

it('says where a document is, and in which state of a part that has several', () => {
  const steps = wayOf(document, 'short')
  expect(places(steps)).toEqual(['New past', 'Ready now', 'Making ahead', 'Sent ahead'])
  expect(steps[1]).toMatchObject({ phase: 'waiting', note: 'Short' })
})

it('ticks what happened, and nothing else, before a state beside the way', () => {
  const changes = [
    change('2026-01-01T10:00:00Z', null, 'new'),
    change('2026-01-01T11:00:00Z', 'new', 'cancelled'),
  ]
  expect(places(wayOf(document, 'cancelled', changes))).toEqual([
    'New past',
    'Ready ahead',
    'Making ahead',
    'Sent ahead',
    'Cancelled now',
  ])
})

it('leaves a part unticked that a document never went through', () => {
  const changes = [
    change('2026-01-01T10:00:00Z', null, 'new'),
    change('2026-01-01T11:00:00Z', 'new', 'making'),
  ]
  expect(places(wayOf(document, 'making', changes))).toEqual([
    'New past',
    'Ready ahead',
    'Making now',
    'Sent ahead',
  ])
})

it('does not tick what was taken back', () => {
  const changes = [
    change('2026-01-01T10:00:00Z', 'new', 'reserved'),
    change('2026-01-01T11:00:00Z', 'reserved', 'new'),
  ]
  const steps = wayOf(document, 'new', changes)
  expect(places(steps)).toEqual(['New now', 'Ready ahead', 'Making ahead', 'Sent ahead'])
  expect(steps[1]?.at).toBeUndefined()
})

it('makes a part of every state where a document says none, but of those that end it early', () => {
  const plain = { ...document }
  delete plain.stages
  expect(wayOf(plain, 'new').map(({ title }) => title)).toEqual([
    'New',
    'Reserved',
    'Short',
    'Making',
    'Sent',
  ])
})
