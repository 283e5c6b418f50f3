import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Row } from '../../data/rows'
import { usePicks } from './usePicks'

const rows: Row[] = [{ id: 1 }, { id: 2 }, { id: 3 }]

function choosing(ids: number[]) {
  const hook = renderHook(({ question, shown }) => usePicks('orders', question, shown), {
    initialProps: { question: 'new orders', shown: rows },
  })
  act(() => {
    hook.result.current.choose(ids)
  })
  return hook
}

it('lets a selection die with its question, also when the question comes back', () => {
  const { result, rerender } = choosing([1, 2])
  expect(result.current.chosen.selected).toEqual([1, 2])
  rerender({ question: 'held orders', shown: rows })
  expect(result.current.chosen.selected).toEqual([])
  rerender({ question: 'new orders', shown: rows })
  expect(result.current.chosen.selected).toEqual([])
})

it('drops what is no longer shown, and never selects what is not', () => {
  const { result, rerender } = choosing([1, 2, 9])
  expect(result.current.chosen.selected).toEqual([1, 2])
  rerender({ question: 'new orders', shown: rows.slice(1) })
  expect(result.current.chosen.selected).toEqual([2])
  expect(result.current.chosen.isSelected(1)).toBe(false)
})

it('takes all that match only as long as their question stands', () => {
  const { result, rerender } = choosing([1, 2, 3])
  act(() => {
    result.current.everything()
  })
  expect(result.current.chosen.everything).toBe(true)
  rerender({ question: 'held orders', shown: rows })
  expect(result.current.chosen.everything).toBe(false)
})
