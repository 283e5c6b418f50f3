import { useQuery } from '@tanstack/react-query'
import { newUuid, useData } from '../../../runtime-ui/src/render'

/** A document that has reserved some of a stock. */
export interface Keeper {
  type: string
  id: number
  no: string
  qty: string
}

/** One quant of a product and what keeps it from the line. */
export interface Stock {
  id: number
  product_id: number
  position_id: number
  position: string
  warehouse: string
  lot?: string
  lot_id?: number
  exp_date?: string
  quality: string
  on_hand: string
  open: string
  block: string
  why?: string
  keepers?: Keeper[]
}

/** A line that misses something, with all stock of its product. */
export interface ShortLine {
  line_id: number
  line_no: number
  sku: string
  name: string
  ordered: string
  missing: string
  cause: string
  stock: Stock[]
}

export interface Why {
  order_id: number
  order_no: string
  lines: ShortLine[]
}

/** Why an order is short: asked again whenever stock or the order changed. */
export function useWhy(order: number) {
  const data = useData()
  return useQuery({
    queryKey: ['table', 'quant', 'why short', order],
    enabled: order > 0,
    queryFn: () => data.ask<Why>('allocation', 'why', { id: order }, newUuid()),
  })
}
