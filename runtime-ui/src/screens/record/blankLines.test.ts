import { expect, it } from 'vitest'
import { dropBlankLines } from './blankLines'
import { addLine, createRecordStore, linesOf, setCells } from './recordStore'

const order = { id: 7, lines: [{ id: 71, qty: 1 }] }

it('lets go of lines in which nothing was typed, and of no other', () => {
  const store = createRecordStore(order, ['lines'], true)
  setCells(store, 'lines', [{ key: '71', name: 'qty', value: null }])
  const [typed, cleared] = [addLine(store, 'lines'), addLine(store, 'lines')]
  addLine(store, 'lines')
  setCells(store, 'lines', [{ key: typed, name: 'qty', value: 0 }])
  setCells(store, 'lines', [{ key: cleared, name: 'item_id', value: 8, label: 'Cup' }])
  setCells(store, 'lines', [{ key: cleared, name: 'item_id', value: null }])
  dropBlankLines(store)
  expect(linesOf(store.getState(), 'lines').map(({ key }) => key)).toEqual(['71', typed])
})
