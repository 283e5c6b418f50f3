import { expect, it } from 'vitest'
import { newState, newStep, stepsFrom } from './states'

const document = {
  states: [{ key: 'new' }, { key: 'doing' }, { key: 'done' }],
  actions: [
    { key: 'start', from: ['new'], to: 'doing' },
    { key: 'cancel', from: ['new', 'doing'], to: 'done' },
    { key: 'print' },
  ],
}

it('finds the steps out of a state, and those of any', () => {
  expect(stepsFrom(document, 'new')).toEqual(['start', 'cancel'])
  expect(stepsFrom(document, 'doing')).toEqual(['cancel'])
  expect(stepsFrom(document, 'done')).toEqual([])
  expect(stepsFrom(document, undefined)).toEqual(['print'])
})

it('makes a step to the state behind, and out of the last one nowhere', () => {
  expect(newStep(document, 'doing')).toMatchObject({ key: 'x_new_1', from: ['doing'], to: 'done' })
  expect(newStep(document, 'done')).not.toHaveProperty('to')
})

it('names a new state like no other', () => {
  const more = { ...document, states: [{ key: 'x_new_1' }] }
  expect(newState(more)['key']).toBe('x_new_2')
})
