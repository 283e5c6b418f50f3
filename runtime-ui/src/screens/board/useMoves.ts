import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import type { BoardColumnMeta } from '../../data/screen'
import { useNotify } from '../../page/useNotify'
import type { Card } from './cards'
import { labelOf } from './labelOf'
import { laneName, type Lane } from './lanes'
import { moveTo } from './moves'
import type { BoardState } from './useBoard'

export interface Moves {
  /** Whether a card may come to a column. */
  may: (card: Card, lane: Lane) => boolean
  move: (card: Card, lane: Lane) => Promise<void>
  isMoving: (card: Card) => boolean
  last: { card: string; lane: string } | undefined // what was moved last, and where to
}

/** Moves cards by the actions of their documents. */
export function useMoves({ laid, way }: BoardState): Moves {
  const data = useData()
  const queries = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation()
  const [moving, setMoving] = useState<string[]>([])
  const [last, setLast] = useState<Moves['last']>()

  const laidOf = (card: Card) => laid.find(({ source }) => source.key === card.source)
  const columnOf = (card: Card): BoardColumnMeta | undefined =>
    laidOf(card)?.source.columns.find(({ key }) => key === way?.key)

  async function move(card: Card, lane: Lane) {
    const table = laidOf(card)?.source.list.table
    const move = moveTo(columnOf(card), card.row, lane)
    if (move === undefined || table === undefined) {
      notify.warning(t('board.fixed', { column: lane.label }))
      return
    }
    const id = nameOf(card)
    setMoving((all) => [...all, id])
    setLast({ card: id, lane: laneName(lane) })
    try {
      await data.act(table, { ...move, target: { id: card.row.id } }, newUuid())
      notify.success(t('board.card_dropped', { card: labelOf(card.row), column: lane.label }))
    } catch (error) {
      notify.failure(error)
    } finally {
      await queries.invalidateQueries({ queryKey: ['table', table] })
      setMoving((all) => all.filter((one) => one !== id))
    }
  }

  return {
    may: (card, lane) => moveTo(columnOf(card), card.row, lane) !== undefined,
    move,
    isMoving: (card) => moving.includes(nameOf(card)),
    last,
  }
}

/** What a card is told from the others by. */
export function nameOf({ source, row }: Card): string {
  return `${source}:${row.id}`
}
