import { useQuery } from '@tanstack/react-query'
import { CallError, useData, type DataProvider, type Row } from '../../../runtime-ui/src/render'
import { pages } from './documents'
import {
  documentsOf,
  kinds,
  stepsOf,
  textIn,
  wayOf,
  type Kind,
  type Step,
  type Subject,
} from './traced'

const most = 200 // documents of a section, the newest
const noRight = 423

export interface Found extends Subject {
  label: string
  row: Row
}

const shown: Record<Kind, string[]> = {
  lot: ['lot_no', 'product_id', 'consignor_id', 'exp_date', 'mfg_date', 'status', 'stop_reason'],
  serial: ['serial_no', 'product_id', 'consignor_id', 'status', 'quant_id'],
  lpn: ['barcode', 'lpn_type', 'warehouse_id', 'position_id', 'consignor_id', 'status'],
}

/** What a scanned or typed code may mean. */
export function useFound(code: string) {
  const data = useData()
  return useQuery({
    queryKey: ['table', 'lot', 'trace', 'found', code],
    enabled: code !== '',
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        kinds.map(async (kind) => {
          const asked = { search: code, size: 10, fields: ['_label', ...shown[kind]] }
          const { rows } = await permitted(data.query(kind, asked, signal))
          return rows.map((row): Found => ({ kind, id: row.id, label: labelOf(kind, row), row }))
        }),
      )
      const all = found.flat()
      const same = all.filter(({ label }) => label.toLowerCase() === code.toLowerCase())
      return same.length > 0 ? same : all
    },
  })
}

const names: Record<Kind, string> = { lot: 'lot_no', serial: 'serial_no', lpn: 'barcode' }

export function labelOf(kind: Kind, row: Row): string {
  return textIn(row, names[kind], '_label', 'id')
}

/** A record that is traced. */
export function useSubject(subject: Subject | undefined) {
  const data = useData()
  return useQuery({
    queryKey: ['table', subject?.kind, 'trace', subject],
    enabled: subject !== undefined,
    queryFn: ({ signal }) =>
      subject === undefined
        ? Promise.reject(new Error())
        : data.get(subject.kind, subject.id, signal),
  })
}

/** Where it came from, where it lies, who waits for it, where it went. Each table shows what the person may see of it. */
export function useTrace(subject: Subject | undefined, row: Row | undefined) {
  const data = useData()
  return useQuery({
    queryKey: ['table', 'quant', 'trace', subject],
    enabled: subject !== undefined && row !== undefined,
    queryFn: ({ signal }) => readTrace(data, subject as Subject, row as Row, signal),
  })
}

export type Trace = Awaited<ReturnType<typeof readTrace>>

async function readTrace(data: DataProvider, { kind, id }: Subject, row: Row, signal: AbortSignal) {
  const [moves, stock] = await Promise.all([
    movesOf(data, kind, id, row, signal),
    stockOf(data, kind, id, row, signal),
  ])
  const way = wayOf(kind, moves)
  const kept = await keptOf(
    data,
    stock.map((quant) => quant.id),
    signal,
  )
  const steps = [...way.came, ...way.went, ...way.changed, ...kept]
  const documents = await documentRows(data, steps, signal)
  const orders = [...way.went, ...kept].flatMap(({ type, id: order }) =>
    type === 'sale_order' && order !== undefined ? [order] : [],
  )
  return { kind, way, stock, kept, documents, packages: await packagesOf(data, orders, signal) }
}

/** The movements, by document and movement. */
async function movesOf(data: DataProvider, kind: Kind, id: number, row: Row, signal: AbortSignal) {
  const group = ['code', 'doc_type', 'doc_id']
  const measures = (field: string) => [
    { fn: 'sum', field, as: 'qty' },
    { fn: 'min', field: 'at', as: 'at' },
  ]
  const ask = (table: string, field: string, filter: { field: string; value: unknown }[]) =>
    permitted(
      data.aggregate(
        table,
        {
          group,
          measures: measures(field),
          filter: { and: filter.map((one) => ({ op: 'eq' as const, ...one })) },
          sort: ['-at'],
          size: most,
        },
        signal,
      ),
    )
  const asked = {
    serial: () => ask('serial_move', 'net_qty', [{ field: 'serial_id', value: id }]),
    lpn: () => ask('stock_move', 'qty', [{ field: 'lpn_id', value: id }]),
    lot: () =>
      ask('stock_move', 'net_qty', [
        { field: 'product_id', value: row['product_id'] },
        { field: 'lot_id', value: id },
      ]),
  }
  return (await asked[kind]()).rows
}

const ofStock = ['position_id', 'lpn_id', 'lot_id', 'product_id', 'on_hand', 'reserved', 'held_at']

async function stockOf(data: DataProvider, kind: Kind, id: number, row: Row, signal: AbortSignal) {
  const where =
    kind === 'serial'
      ? { field: 'id', op: 'eq' as const, value: row['quant_id'] ?? 0 }
      : { field: `${kind}_id`, op: 'eq' as const, value: id }
  const fields = ['_label', ...ofStock, 'hold_reason', 'warehouse_id', 'consignor_id']
  const filter = { and: [where, { field: 'on_hand', op: 'gt' as const, value: 0 }] }
  return (await permitted(data.query('quant', { filter, fields, size: 500 }, signal))).rows
}

/** The documents that have reserved some of the stock. */
async function keptOf(data: DataProvider, quants: number[], signal: AbortSignal): Promise<Step[]> {
  if (quants.length === 0) return []
  const { rows } = await permitted(
    data.aggregate(
      'reservation',
      {
        group: ['doc_type', 'doc_id'],
        measures: [
          { fn: 'sum', field: 'qty', less: 'consumed', as: 'qty' },
          { fn: 'min', field: 'created_at', as: 'at' },
        ],
        filter: {
          and: [
            { field: 'quant_id', op: 'in', value: quants },
            { field: 'status', op: 'eq', value: 'active' },
          ],
        },
        size: most,
      },
      signal,
    ),
  )
  return stepsOf(rows)
}

/** What is known of documents, by type and id. */
async function documentRows(data: DataProvider, steps: Step[], signal: AbortSignal) {
  const read = [...documentsOf(steps)].map(async ([type, ids]) => {
    const page = pages[type]
    if (page === undefined) return []
    const asked = {
      filter: { field: 'id', op: 'in' as const, value: ids.slice(0, 500) },
      fields: ['_label', ...page.fields],
      size: 500,
    }
    const { rows } = await permitted(data.query(type, asked, signal))
    return rows.map((row) => [`${type} ${row.id}`, row] as const)
  })
  return new Map((await Promise.all(read)).flat())
}

async function packagesOf(data: DataProvider, orders: number[], signal: AbortSignal) {
  const found = new Map<number, Row[]>()
  if (orders.length === 0) return found
  const asked = {
    filter: { field: 'sale_order_id', op: 'in' as const, value: orders },
    fields: ['sale_order_id', 'package_no', 'tracking_no'],
    size: 500,
  }
  const { rows } = await permitted(data.query('package', asked, signal))
  for (const row of rows) {
    const order = Number(row['sale_order_id'])
    found.set(order, [...(found.get(order) ?? []), row])
  }
  return found
}

/** Rows of a table that the person may not see at all are none. */
async function permitted(asked: Promise<{ rows: Row[] }>): Promise<{ rows: Row[] }> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof CallError && error.status === noRight) return { rows: [] }
    throw error
  }
}
