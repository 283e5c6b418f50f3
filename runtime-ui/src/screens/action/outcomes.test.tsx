import { expect, it } from 'vitest'
import { nameOf, outcomesOf } from './outcomes'

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
