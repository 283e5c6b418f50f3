import { expect, it } from 'vitest'
import type { Played } from '../../../runtime-ui/src/render'
import { testOf, type Recorded } from './recorded'

const answered = (ok?: boolean, code?: string) =>
  ({ results: ok === undefined ? [] : [{ ok, ...(code && { code }) }] }) as unknown as Played

const play: Recorded = {
  station: 'counter',
  asked: [
    { key: 'counter_id', type: 'reference', to: 'counter' },
    { key: 'note', type: 'text' },
  ],
  params: { counter_id: 7, note: 'x' },
  inputs: [
    { kind: 'scan', value: 'NOTHING' },
    { kind: 'scan', value: 'A1' },
    { kind: 'button', value: 'finish' },
  ],
  played: [answered(), answered(false, 'station.code_unknown'), answered(true), answered(true)],
  menus: [11, 12],
}

it('keeps what the station took, by somebody who may', () => {
  const test = testOf('x_counter', {}, play)
  expect(test['when']).toEqual([
    {
      key: 'play',
      as: 'player',
      station: 'counter',
      params: { counter_id: { given: 'counter' }, note: 'x' },
      scans: [{ value: 'A1' }, { kind: 'button', value: 'finish' }],
    },
  ])
  expect(test['given']).toMatchObject([
    { key: 'role', row: { menus: [{ menu_id: 11 }, { menu_id: 12 }] } },
    { key: 'player', table: 'user', row: { roles: [{ role_id: { given: 'role' } }] } },
    { key: 'counter', table: 'counter', row: {} },
  ])
})

it('keeps a refusal at the end as what the test is about', () => {
  const [first] = play.inputs
  const refused = {
    ...play,
    inputs: first === undefined ? [] : [first],
    played: play.played.slice(0, 2),
  }
  expect(testOf('x_counter', {}, refused)['when']).toMatchObject([
    { scans: [{ value: 'NOTHING' }], refused: 'station.code_unknown' },
  ])
})
