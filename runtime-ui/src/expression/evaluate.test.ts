import { describe, expect, it } from 'vitest'
import { ExpressionError } from './error'
import { evaluate, holds } from './evaluate'
import type { Node } from './tree'

const row: Node = { op: 'var', name: 'row', type: 'record' }
const lines: Node = { op: 'var', name: 'lines', type: 'list' }

function failure(run: () => unknown): ExpressionError {
  try {
    run()
  } catch (error) {
    if (error instanceof ExpressionError) return error
  }
  throw new Error('the expression was evaluated')
}

describe('evaluate', () => {
  it('leaves a function that the browser lacks to the server', () => {
    const error = failure(() => evaluate({ op: 'call', name: 'now' }, { vars: {} }))
    expect(error.key).toBe('expression.unknown_function')
    expect(error.leftToServer).toBe(true)
  })

  it('leaves a reference that is not loaded to the server', () => {
    const name: Node = {
      op: 'field',
      path: ['customer_id', 'name'],
      tables: ['customer'],
      type: 'text',
      args: [row],
    }
    expect(failure(() => evaluate(name, { vars: { row: { customer_id: 1 } } })).leftToServer).toBe(
      true,
    )
    expect(evaluate(name, { vars: { row: { customer_id: 1, 'customer_id.name': 'Ann' } } })).toBe(
      'Ann',
    )
  })

  it('sees no fields that an object inherits', () => {
    const field: Node = { op: 'field', path: ['constructor'], type: 'text', args: [row] }
    expect(evaluate(field, { vars: { row: {} } })).toBeNull()
    expect(failure(() => evaluate({ op: 'call', name: 'toString' }, { vars: {} })).key).toBe(
      'expression.unknown_function',
    )
  })

  it('calls functions of the scope', () => {
    const twice = { args: ['text'], call: (value: unknown) => String(value).repeat(2) }
    const call: Node = { op: 'call', name: 'twice', args: [{ op: 'text', value: 'ab' }] }
    expect(evaluate(call, { vars: {}, functions: { twice } })).toBe('abab')
  })

  it('stops nested loops', () => {
    const loop = (body: Node): Node => ({ op: 'all', args: [lines, body] })
    const tree = loop(loop(loop({ op: 'bool', value: true })))
    const many = Array.from({ length: 10_000 }, () => ({}))
    expect(failure(() => evaluate(tree, { vars: { lines: many } })).key).toBe(
      'expression.too_costly',
    )
  })

  it('goes through as many lines as a record has', () => {
    const each: Node = { op: 'all', args: [lines, { op: 'bool', value: true }] }
    const many = Array.from({ length: 60_000 }, () => ({}))
    expect(evaluate(each, { vars: { lines: many } })).toBe(true)
  })

  it('takes null as false', () => {
    expect(holds({ op: 'nil' }, { vars: {} })).toBe(false)
  })
})
