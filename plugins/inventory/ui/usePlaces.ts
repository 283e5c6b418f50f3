import { useQuery } from '@tanstack/react-query'
import { useData, type DataProvider, type Row } from '../../../runtime-ui/src/render'
import { fill, placeOf, type Place } from './place'

const pageSize = 500 // rows that a query gives at most
const mostGroups = 5000 // that an aggregate gives at most

const goods = [
  'position_id',
  'consignor_id',
  'product_id',
  'product_id.length',
  'product_id.width',
  'product_id.height',
  'product_id.weight',
]

/** The warehouses that the person may see. */
export function useWarehouses() {
  const data = useData()
  return useQuery({
    queryKey: ['position map', 'warehouses'],
    queryFn: ({ signal }) =>
      data.query('warehouse', { fields: ['code', 'name'], sort: ['code'], size: pageSize }, signal),
  })
}

/** All positions of a warehouse where goods may lie, with what lies there. */
export function usePlaces(warehouse: number | undefined) {
  const data = useData()
  return useQuery({
    queryKey: ['position map', 'places', warehouse],
    enabled: warehouse !== undefined,
    queryFn: ({ signal }) => readPlaces(data, warehouse ?? 0, signal),
    staleTime: 60_000,
  })
}

/** Uses of positions outside the building. */
const outside = ['vendor', 'customer', 'in_transit', 'scrap', 'count_diff', 'owner_bridge', 'work']

async function readPlaces(data: DataProvider, warehouse: number, signal: AbortSignal) {
  const places: Place[] = []
  const filling: Promise<void>[] = [] // goods of a part come while the next part is read
  for (let last = 0; ;) {
    const { rows } = await data.query(
      'position',
      {
        filter: {
          and: [
            { field: 'warehouse_id', op: 'eq', value: warehouse },
            { field: 'position_use', op: 'nin', value: outside },
            { field: 'id', op: 'gt', value: last },
          ],
        },
        sort: ['id'],
        size: pageSize,
      },
      signal,
    )
    const part = rows.map(placeOf)
    filling.push(fillPlaces(data, part, signal))
    places.push(...part)
    if (rows.length < pageSize) {
      await Promise.all(filling)
      return places
    }
    last = rows.at(-1)?.id ?? 0
  }
}

/** Adds their goods to some places; a part with more kinds of goods than an answer holds is halved. */
async function fillPlaces(data: DataProvider, part: Place[], signal: AbortSignal): Promise<void> {
  const [first, last] = [part[0], part.at(-1)]
  if (first === undefined || last === undefined) return
  const { rows } = await data.aggregate(
    'quant',
    {
      filter: {
        and: [
          { field: 'position_id', op: 'ge', value: first.id },
          { field: 'position_id', op: 'le', value: last.id },
          { field: 'on_hand', op: 'gt', value: 0 },
        ],
      },
      group: goods,
      measures: [
        { field: 'on_hand', fn: 'sum', as: 'pieces' },
        { field: 'in_date', fn: 'min', as: 'since' },
        { field: 'held_at', fn: 'count', as: 'held' },
      ],
      size: mostGroups,
    },
    signal,
  )
  if (rows.length === mostGroups && part.length > 1) {
    const half = part.length >> 1
    await fillPlaces(data, part.slice(0, half), signal)
    await fillPlaces(data, part.slice(half), signal)
    return
  }
  const byId = new Map(part.map((place) => [place.id, place]))
  for (const row of rows) {
    const place = byId.get(row['position_id'] as number)
    if (place !== undefined) fill(place, row)
  }
}

/** The positions whose goods a search means: by product, owner or lot. */
export function useFound(warehouse: number | undefined, search: string) {
  const data = useData()
  const words = search.trim()
  return useQuery({
    queryKey: ['position map', 'found', warehouse, words],
    enabled: warehouse !== undefined && words.length > 1,
    queryFn: async ({ signal }) => {
      const like = (field: string) => ({ field, op: 'like' as const, value: words })
      const { rows } = await data.aggregate(
        'quant',
        {
          filter: {
            and: [
              { field: 'warehouse_id', op: 'eq', value: warehouse },
              { field: 'on_hand', op: 'gt', value: 0 },
              {
                or: [
                  like('product_id.sku'),
                  like('product_id.name'),
                  like('consignor_id.name'),
                  like('consignor_id.code'),
                  like('lot_id.lot_no'),
                  like('position_id.code'),
                ],
              },
            ],
          },
          group: ['position_id'],
          measures: [{ field: 'on_hand', fn: 'sum', as: 'pieces' }],
          size: mostGroups,
        },
        signal,
      )
      return new Set(rows.map((row) => row['position_id'] as number))
    },
  })
}

/** What lies at a position, row by row. */
export function useContent(position: number | undefined) {
  const data = useData()
  return useQuery<Row[]>({
    queryKey: ['position map', 'content', position],
    enabled: position !== undefined,
    queryFn: async ({ signal }) => {
      const { rows } = await data.query(
        'quant',
        {
          filter: {
            and: [
              { field: 'position_id', op: 'eq', value: position },
              { field: 'on_hand', op: 'gt', value: 0 },
            ],
          },
          size: pageSize,
        },
        signal,
      )
      return rows
    },
  })
}
