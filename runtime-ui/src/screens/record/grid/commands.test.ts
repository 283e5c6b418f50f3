import { expect, it } from 'vitest'
import { commandOf, type CellState, type Command } from './commands'

const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const whole: CellState = {
  typing: false,
  listOpen: false,
  atStart: false,
  atEnd: false,
  allSelected: true,
}
const inside: CellState = { ...whole, allSelected: false }

const cases: [string, Partial<typeof plain>, CellState, Command | undefined][] = [
  ['Enter', {}, whole, 'down'],
  ['Enter', { shiftKey: true }, whole, 'up'],
  ['Enter', { altKey: true }, whole, undefined],
  ['Enter', {}, { ...whole, listOpen: true }, undefined],
  ['Tab', {}, { ...whole, listOpen: true }, 'next'],
  ['Tab', { shiftKey: true }, whole, 'previous'],
  ['ArrowDown', {}, whole, 'below'],
  ['ArrowDown', {}, { ...whole, typing: true }, undefined],
  ['ArrowLeft', {}, whole, 'left'],
  ['ArrowLeft', {}, inside, undefined],
  ['ArrowRight', {}, { ...inside, atEnd: true }, 'right'],
  ['Delete', {}, whole, 'clear'],
  ['Delete', {}, inside, undefined],
  ['Delete', { ctrlKey: true }, whole, 'remove'],
  ['d', { ctrlKey: true }, whole, 'fill'],
  ['z', { metaKey: true }, inside, 'undo'],
  ['F2', {}, whole, 'type'],
  ['Escape', {}, inside, 'restore'],
  ['a', {}, whole, undefined],
]

it.each(cases)('%s with %o', (key, modifiers, cell, command) => {
  expect(commandOf({ ...plain, ...modifiers, key }, cell)).toBe(command)
})
