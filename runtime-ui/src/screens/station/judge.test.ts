import { describe, expect, it } from 'vitest'
import { judge, placeOf, type Place } from './judge'

const place: Place = {
  at: 'place',
  left: { a: '5', b: '2' },
  nodes: {
    place: { step: 'place', codes: { 'A-01': { to: 'item' } } },
    item: { step: 'item', codes: { X1: { to: 'qty' }, X6: { of: 'a', qty: '6', to: 'item' } } },
    qty: { step: 'qty', number: { of: 'a', to: 'item', empty: 'place2', done: 'done' } },
    place2: { step: 'place', codes: { 'B-01': {} }, open: true },
    last: { step: 'qty', number: { of: 'b', done: 'done' } },
    done: { step: 'done' },
    box: { step: 'box', any: { to: 'place' } },
  },
}
const at = (node: string, left = place.left): Place => ({ ...place, at: node, left })

describe('a scan', () => {
  it.each([
    ['is right where it is listed', at('place'), 'A-01', { is: 'right', place: at('item') }],
    ['is wrong where another is wanted', at('place'), 'B-01', { is: 'wrong' }],
    ['keeps its case', at('place'), 'a-01', { is: 'wrong' }],
    ['of more than is left is over', at('item'), 'X6', { is: 'over', left: '5' }],
    ['that only the server knows waits', at('place2'), 'B-02', { is: 'unknown' }],
    ['of composed elements waits', at('place'), ']C10109506000134352', { is: 'unknown' }],
    ['of a unit and what it holds waits', at('qty'), '02095060001343523712', { is: 'unknown' }],
    [
      'may lead where only the server knows',
      at('place2'),
      'B-01',
      { is: 'right', place: undefined },
    ],
    ['may be any text', at('box'), 'BOX-7', { is: 'right', place: at('place') }],
  ])('%s', (_, from, code, verdict) => {
    expect(judge(from, 'scan', code)).toEqual(verdict)
  })
})

describe('a quantity', () => {
  it.each([
    ['takes from its pool', at('qty'), '2.5', 'item', '2.5'],
    ['that empties its pool leads on', at('qty'), '5', 'place2', '0'],
    ['that empties the last pool ends the task', at('qty', { a: '5', b: '0' }), '5', 'done', '0'],
  ])('%s', (_, from, value, node, left) => {
    const verdict = judge(from, 'key', value)
    expect(verdict.is === 'right' && [verdict.place?.at, verdict.place?.left['a']]).toEqual([
      node,
      left,
    ])
  })

  it('beyond its pool is over', () => {
    expect(judge(at('qty'), 'key', '6')).toEqual({ is: 'over', left: '5' })
  })

  it('of nothing is wrong', () => {
    expect(judge(at('qty'), 'key', '0')).toEqual({ is: 'wrong' })
  })
})

it('leaves buttons, and screens that tell nothing, to the server', () => {
  const screen = { step: 'place', kind: 'scan', title: '', prompt: '' } as const
  expect(judge(at('place'), 'button', 'A-01')).toEqual({ is: 'unknown' })
  expect(placeOf(screen)).toBeUndefined()
  expect(placeOf({ ...screen, expect: { online: true } })).toBeUndefined()
})
