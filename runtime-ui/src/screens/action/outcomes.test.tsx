import { expect, it } from 'vitest'
import { nameOf, outcomesOf, pagesMade, wayOn } from './outcomes'

const done = (id: number, status: string) => ({
  id,
  result: true,
  msg: '',
  record: { id, _label: `O-${id}`, status },
})
const left = (id: number, msg: string) => ({ id, result: false, msg, label: `O-${id}` })

it('tells outcome by outcome what became of the records, and names each', () => {
  const each = [
    left(4, '<font color="red">Not audited</font>'),
    done(1, 'ready'),
    done(2, 'short'),
    done(3, 'ready'),
    left(5, '<font color="red">Not audited</font>'),
  ]
  const found = outcomesOf({ msg: '', each }).map(({ ok, says, ones }) => [
    ok,
    says,
    ones.map(nameOf),
  ])
  expect(found).toEqual([
    [true, 'ready', ['O-1', 'O-3']],
    [true, 'short', ['O-2']],
    [false, 'Not audited', ['O-4', 'O-5']],
  ])
})

it('tells why records of a set were left', () => {
  const set = { created: [], left: [{ id: 8, msg: 'Held' }] }
  expect(outcomesOf({ msg: '', set })).toEqual([
    { ok: false, says: 'Held', ones: [{ id: 8, msg: 'Held' }] },
  ])
})

it('goes on at the one record that was made, and else on the list', () => {
  const letter = { table: 'letter', id: 7, label: 'L-7', route: '/desk/letter/7' }
  const other = { ...letter, id: 8, route: '/desk/letter/8' }
  const stamp = { table: 'stamp', id: 9 }
  const one = (...created: (typeof letter | typeof stamp)[]) => ({
    msg: '',
    each: [{ ...done(1, 'sent'), created }],
  })
  expect(wayOn(one(stamp, letter), '/desk/letter')).toBe(letter.route)
  expect(wayOn(one(letter, other), '/desk/letter')).toBe('/desk/letter')
  expect(wayOn(one(letter), '/desk/draft')).toBe('/desk/draft')
  expect(wayOn(one(stamp), '/desk/letter')).toBe('/desk/letter')
  const set = { created: [letter], left: [] }
  expect(wayOn({ msg: '', set }, '/desk/letter')).toBe(letter.route)
  expect(pagesMade(one(stamp, letter))).toEqual([letter])
})
