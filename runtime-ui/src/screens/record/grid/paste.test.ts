import { describe, expect, it } from 'vitest'
import type { ColumnMeta, FieldMeta } from '../../../data/screen'
import { sampleProvider } from '../../../testing/sampleProvider'
import { cellsOf, textOf } from './clipboard'
import { readerOf } from './meaning'
import { blockOf, changesOfBlock } from './paste'

const item: FieldMeta = { key: 'item_id', type: 'reference', title: 'Item', to: 'item' }
const qty: FieldMeta = { key: 'qty', type: 'decimal', title: 'Quantity' }
const columns: ColumnMeta[] = [item, qty].map(({ key, ...rest }) => ({ ...rest, field: key }))
const openField = (name: string) => [item, qty].find(({ key }) => key === name)
const unread = (text: string) => `${text}?`

describe('a text of cells', () => {
  it.each([
    [
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\r\nb', [['a'], ['b']]],
    ['"x\ny"\t"say ""so"""', [['x\ny', 'say "so"']]],
    ['a\t', [['a', '']]],
    ['\t1', [['', '1']]],
  ])('%j', (text, cells) => {
    expect(cellsOf(text)).toEqual(cells)
  })

  it('comes back as it was written', () => {
    const cells = [
      ['a "b"', 'c\td'],
      ['', 'e\nf'],
    ]
    expect(cellsOf(textOf(cells))).toEqual(cells)
  })
})

describe('a pasted block', () => {
  it('begins at the cell in hand, or where its titles say', () => {
    const cells = [['3'], ['4']]
    expect(blockOf(cells, 'qty', columns, openField)).toEqual({ rows: cells, fields: [qty] })
    const titled = [
      ['Quantity', 'Item'],
      ['3', 'A'],
    ]
    expect(blockOf(titled, 'item_id', columns, openField)).toEqual({
      rows: [['3', 'A']],
      fields: [qty, item],
    })
  })

  it('asks once for all names, and marks what means nothing', async () => {
    const asked: unknown[] = []
    const data = sampleProvider(
      {},
      {
        query: (_table, query) => {
          asked.push(query.names ?? query.search)
          const rows = query.names === undefined ? [] : [{ id: 7, code: 'A', _label: 'A Apple' }]
          return Promise.resolve({ rows })
        },
      },
    )
    const names = ['A', 'A', 'B']
    const read = await readerOf(item, names, { data, options: {}, loose: false })
    const number = await readerOf(qty, [], { data, options: {}, loose: false })
    const reads = new Map([
      ['item_id', read],
      ['qty', number],
    ])
    const block = {
      rows: [
        ['A', '1,200'],
        ['B', 'x'],
      ],
      fields: [item, qty],
    }
    expect(changesOfBlock(block, ['l1', 'l2'], reads, unread)).toEqual([
      { key: 'l1', name: 'item_id', value: 7, label: 'A Apple' },
      { key: 'l1', name: 'qty', value: 1200 },
      { key: 'l2', name: 'item_id', value: null, error: 'B?' },
      { key: 'l2', name: 'qty', value: null, error: 'x?' },
    ])
    expect(asked).toEqual([['A', 'B'], 'B'])
  })

  it.each([
    ['date', '2026-3-9', '2026-03-09'],
    ['date', '2026年3月9日', '2026-03-09'],
    ['date', '2026-02-30', undefined],
    ['date', '09.03.2026', undefined],
    ['boolean', '是', true],
    ['boolean', 'maybe', undefined],
    ['text', 'as it is', 'as it is'],
  ] as const)('reads a %s from %s', async (type, text, value) => {
    const field: FieldMeta = { key: 'x', type, title: 'X' }
    const read = await readerOf(field, [text], {
      data: sampleProvider(),
      options: {},
      loose: false,
    })
    expect(read(text)?.value).toBe(value)
  })
})
