import { expect, it } from 'vitest'
import { begin, redo, step, undo } from './past'

it('goes back and forward again', () => {
  const past = step(step(begin('a'), 'b', ''), 'c', '')
  expect(undo(past).now).toBe('b')
  expect(undo(undo(past)).now).toBe('a')
  expect(undo(undo(undo(past))).now).toBe('a')
  expect(redo(undo(past)).now).toBe('c')
})

it('takes typing at one place for one step, and another place for another', () => {
  const typed = step(step(step(begin(''), 'D', 'title'), 'Do', 'title'), 'Do.', 'help')
  expect(undo(typed).now).toBe('Do')
  expect(undo(undo(typed)).now).toBe('')
})

it('begins a new step after going back, and forgets what lay forward', () => {
  const back = undo(step(begin('a'), 'b', 'title'))
  const other = step(back, 'c', 'title')
  expect(undo(other).now).toBe('a')
  expect(redo(other).now).toBe('c')
})

it('makes no step of no change', () => {
  const past = begin('a')
  expect(step(past, 'a', '')).toBe(past)
})
