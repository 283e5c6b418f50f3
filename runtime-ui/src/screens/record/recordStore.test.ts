import { describe, expect, it } from 'vitest'
import {
  addLine,
  changesOf,
  createRecordStore,
  errorKey,
  linesOf,
  removeLine,
  setErrors,
  setField,
  setCells,
  takeBrought,
} from './recordStore'

const order = {
  id: 7,
  version: 3,
  customer_id: 1,
  customer_id__label: 'Ann',
  note: null,
  lines: [
    { id: 71, item_id: 5, qty: 1 },
    { id: 72, item_id: 6, qty: 2 },
  ],
}

describe('a record', () => {
  it('sends only what changed', () => {
    const store = createRecordStore(order, ['lines'], true)
    setField(store, 'customer_id', 2, 'Bob')
    setCells(store, 'lines', [{ key: '72', name: 'qty', value: 9 }])
    removeLine(store, 'lines', '71')
    const added = addLine(store, 'lines')
    setCells(store, 'lines', [{ key: added, name: 'item_id', value: 8, label: 'Cup' }])
    expect(changesOf(store.getState()).body).toEqual({
      id: 7,
      version: 3,
      customer_id: 2,
      lines: [{ id: 71, _delete: true }, { id: 72, qty: 9 }, { item_id: 8 }],
    })
  })

  it('puts errors of lines at the lines they belong to', () => {
    const store = createRecordStore(order, ['lines'], true)
    setCells(store, 'lines', [{ key: '72', name: 'qty', value: -1 }])
    const { keys } = changesOf(store.getState())
    const found = [
      { path: 'lines[0].qty', code: 'min', message: 'too small' },
      { path: 'note', code: 'required', message: 'missing' },
    ]
    setErrors(store, found, keys)
    expect(store.getState().errors).toEqual({
      [errorKey('lines', '72', 'qty')]: 'too small',
      note: 'missing',
    })
  })

  it('forgets a new line that is removed again', () => {
    const store = createRecordStore({ id: 0 }, ['lines'], true)
    removeLine(store, 'lines', addLine(store, 'lines'))
    expect(changesOf(store.getState()).body).toEqual({})
  })

  it('says that brought lines are gone, so that saving brings them no more', () => {
    const store = createRecordStore({ id: 0 }, ['lines'], true)
    setField(store, 'order_id', 4, 'SO-4')
    takeBrought(store, { values: {}, lines: { lines: [{ item_id: 5 }, { item_id: 6 }] } })
    const [first, second] = store.getState().lines['lines'] ?? []
    removeLine(store, 'lines', first?.key ?? '')
    expect(changesOf(store.getState()).body).toEqual({ order_id: 4, lines: [{ item_id: 6 }] })
    removeLine(store, 'lines', second?.key ?? '')
    expect(changesOf(store.getState()).body).toEqual({ order_id: 4, lines: [] })
    expect(linesOf(store.getState(), 'lines')).toEqual([])

    takeBrought(store, { values: {}, lines: { lines: [{ item_id: 7 }] } }) // of another order
    expect(changesOf(store.getState()).body).toEqual({ order_id: 4, lines: [{ item_id: 7 }] })
  })
})
