import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { newUuid, useData, useNotify, type Row } from '../../../runtime-ui/src/render'

const mostSlots = 200 // of a wall, as its table says
const beat = 4_000 // ms between two words that the simulator is there

export interface Wall {
  id: number
  code: string
  name: string
  columns: number
  alarm: boolean
  used: string // who works at it; empty: nobody
}

export interface Slot {
  id: number
  no: number
  state: 'off' | 'lit' | 'done' | 'full'
  qty: string
  label: string
  lit: number // which lighting the lamp shows
  enabled: boolean
}

/** The walls that the simulator can play. */
export function useWalls() {
  const data = useData()
  return useQuery({
    queryKey: ['table', 'light_wall', 'simulated'],
    queryFn: async ({ signal }) => {
      const { rows } = await data.query(
        'light_wall',
        {
          fields: ['code', 'name', 'columns', 'alarm', 'used_by'],
          filter: {
            and: [
              { field: 'adapter', op: 'eq', value: 'simulator' },
              { field: 'enabled', op: 'eq', value: true },
            ],
          },
          sort: ['code'],
          size: mostSlots,
        },
        signal,
      )
      return rows.map(wallOf)
    },
  })
}

/** One wall, live: what its lamps show, and its buttons. Without a wall nothing is asked. */
export function useWall(wall: Wall | undefined) {
  const data = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const id = wall?.id
  const code = wall?.code
  const slots = useQuery({
    queryKey: ['table', 'light_slot', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => {
      const { rows } = await data.query(
        'light_slot',
        {
          fields: ['slot_no', 'state', 'qty', 'label', 'lit_no', 'enabled'],
          filter: { field: 'light_wall_id', op: 'eq', value: id },
          sort: ['slot_no'],
          size: mostSlots,
        },
        signal,
      )
      return rows.map(slotOf)
    },
  })
  useEffect(() => {
    if (code === undefined) return
    // A word that got lost is no matter: the next one comes soon.
    const tell = () =>
      void data.ask('lights', 'alive', { wall: code }, newUuid()).catch(() => undefined)
    tell()
    const timer = setInterval(tell, beat)
    return () => {
      clearInterval(timer)
    }
  }, [data, code])
  const press = useMutation({
    mutationFn: ({ no, lit }: Slot) => {
      const event = newUuid()
      return data.ask('lights', 'press', { wall: code, slot: no, event, lit }, event)
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['table', 'light_slot'] }),
    onError: (error) => {
      notify.failure(error)
    },
  })
  return { slots: slots.data ?? [], error: slots.error, press: press.mutate }
}

function wallOf({ id, ...row }: Row): Wall {
  return {
    id,
    code: row['code'] as string,
    name: row['name'] as string,
    columns: row['columns'] as number,
    alarm: row['alarm'] === true,
    used: (row['used_by__label'] as string | null) ?? '',
  }
}

function slotOf({ id, ...row }: Row): Slot {
  return {
    id,
    no: row['slot_no'] as number,
    state: row['state'] as Slot['state'],
    qty: (row['qty'] as string | null) ?? '',
    label: (row['label'] as string | null) ?? '',
    lit: (row['lit_no'] as number | null) ?? 0,
    enabled: row['enabled'] !== false,
  }
}
