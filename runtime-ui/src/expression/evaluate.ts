import { Decimal } from './decimal'
import { ExpressionError } from './error'
import { baseFunctions } from './functions'
import { costs, limits, Meter } from './limits'
import { lists } from './lists'
import { arg, type Evaluation, type Node, type Scope } from './tree'
import {
  arithmetic,
  badValue,
  compare,
  equal,
  type Fields,
  isFields,
  normal,
  parseInstant,
  suits,
  type Value,
} from './value'

/**
 * Computes a checked tree, exactly as the server does.
 *
 * @throws ExpressionError with the key of the server's fault; one that is leftToServer means that only
 * the server can answer.
 */
export function evaluate(tree: Node, scope: Scope): Value {
  return new Machine(scope).evaluate(tree)
}

/** Evaluates a condition; null counts as false. */
export function holds(tree: Node, scope: Scope): boolean {
  return new Machine(scope).truth(tree)
}

/** One evaluation. */
class Machine implements Evaluation {
  readonly meter: Meter
  /** What . and # stand for, innermost last. */
  readonly elements: unknown[] = []

  constructor(private readonly scope: Scope) {
    this.meter = new Meter(scope.vars)
  }

  evaluate(node: Node): Value {
    this.meter.step()
    switch (node.op) {
      case 'nil':
        return null
      case 'bool':
      case 'text':
        return node.value as boolean | string
      case 'number':
        return Decimal.parse(String(node.value))
      case 'instant':
        return parseInstant(String(node.value))
      case 'var':
        return normal(own(this.scope.vars, node.name ?? ''), node.type ?? '')
      case 'item':
        return normal(this.elements.at(-1), node.type ?? '')
      case 'field':
        return this.field(node)
      case 'at':
        return this.at(node)
      case 'call':
        return this.call(node)
      case 'if':
        return this.truth(arg(node, 0)) ? this.evaluate(arg(node, 1)) : this.evaluate(arg(node, 2))
      case 'coalesce':
        return this.coalesce(node)
      default:
        return this.logic(node)
    }
  }

  /** Evaluates a condition. */
  truth(node: Node): boolean {
    const value = this.evaluate(node) ?? false
    if (typeof value !== 'boolean') throw badValue('bool', value)
    return value
  }

  /** The elements of a list; null is the empty list. */
  elementsOf(node: Node): readonly unknown[] {
    const list = this.evaluate(node) ?? []
    if (!Array.isArray(list)) throw badValue('list', list)
    if (list.length > limits.given) throw costs('list', limits.given)
    return list
  }

  private logic(node: Node): Value {
    switch (node.op) {
      case 'not':
        return !this.truth(arg(node, 0))
      case 'and':
        return this.truth(arg(node, 0)) && this.truth(arg(node, 1))
      case 'or':
        return this.truth(arg(node, 0)) || this.truth(arg(node, 1))
      case 'isnil':
        return this.evaluate(arg(node, 0)) === null
      case 'notnil':
        return this.evaluate(arg(node, 0)) !== null
      case 'neg':
        return this.negate(arg(node, 0))
    }
    const form = lists[node.op]
    return form === undefined ? this.binary(node) : form(this, node)
  }

  private coalesce(node: Node): Value {
    for (const alternative of node.args ?? []) {
      const value = this.evaluate(alternative)
      if (value !== null) return value
    }
    return null
  }

  private negate(node: Node): Value {
    const value = this.evaluate(node)
    return value === null ? null : arithmetic('sub', Decimal.of(0), value)
  }

  private binary(node: Node): Value {
    const a = this.evaluate(arg(node, 0))
    const b = this.evaluate(arg(node, 1))
    if (node.op === 'add' || node.op === 'sub' || node.op === 'mul')
      return this.combine(node.op, a, b)
    if (a === null || b === null) return false
    switch (node.op) {
      case 'eq':
        return equal(a, b)
      case 'ne':
        return !equal(a, b)
      case 'lt':
        return compare(a, b) < 0
      case 'le':
        return compare(a, b) <= 0
      case 'gt':
        return compare(a, b) > 0
      case 'ge':
        return compare(a, b) >= 0
      default:
        return this.textTest(node.op, a, b)
    }
  }

  private combine(op: 'add' | 'sub' | 'mul', a: Value, b: Value): Value {
    if (a === null || b === null) return null
    if (op === 'add' && typeof a === 'string' && typeof b === 'string')
      return this.meter.text(a + b)
    return arithmetic(op, a, b)
  }

  private textTest(op: string, a: Value, b: Value): boolean {
    if (typeof a !== 'string' || typeof b !== 'string') throw badValue('text', a)
    this.meter.reading(a, b)
    switch (op) {
      case 'contains':
        return a.includes(b)
      case 'startsWith':
        return a.startsWith(b)
      case 'endsWith':
        return a.endsWith(b)
      default:
        throw new ExpressionError('expression.unknown_function', { name: op })
    }
  }

  private field(node: Node): Value {
    const record = this.evaluate(arg(node, 0))
    if (record === null) return null
    if (!isFields(record)) throw badValue('record', record)
    return normal(this.follow(record, node.path ?? [], node.tables ?? []), node.type ?? '')
  }

  /** Reads a path from a record; what is loaded under the whole path goes before following it. */
  private follow(record: Fields, path: readonly string[], tables: readonly string[]): unknown {
    const loaded = own(record, path.join('.'))
    if (loaded !== undefined || path.length <= 1) return loaded
    this.meter.step()
    const [reference = '', ...rest] = path
    const id = normal(own(record, reference), 'int')
    if (id === null) return null
    const key = id instanceof Decimal ? id.toInteger() : null
    if (key === null) throw badValue('int', id)
    if (this.scope.resolve === undefined)
      throw new ExpressionError('expression.not_loaded', { path: path.join('.') })
    const next = this.scope.resolve(tables[0] ?? '', key)
    return next === null ? null : this.follow(next, rest, tables.slice(1))
  }

  private at(node: Node): Value {
    const base = this.evaluate(arg(node, 0))
    if (base === null) return null
    const index = this.evaluate(arg(node, 1))
    if (index === null) return null
    if (isFields(base) && typeof index === 'string')
      return normal(own(base, index), node.type ?? '')
    const position = index instanceof Decimal ? index.toInteger() : null
    if (!Array.isArray(base) || position === null) throw badValue('json', base)
    return normal(base[position], node.type ?? '')
  }

  private call(node: Node): Value {
    const name = node.name ?? ''
    const fn = own(this.scope.functions ?? {}, name) ?? own(baseFunctions, name)
    if (fn === undefined) throw new ExpressionError('expression.unknown_function', { name })
    const args: Value[] = []
    for (const argument of node.args ?? []) {
      const value = this.evaluate(argument)
      if (value === null && fn.takesNull !== true) return null
      if (typeof value === 'string') this.meter.reading(value)
      if (Array.isArray(value)) this.meter.step(value.length)
      args.push(value)
    }
    args.forEach((value, i) => {
      const type = fn.args[Math.min(i, fn.args.length - 1)] ?? 'any'
      if (value !== null && !suits(value, type)) throw badValue(type, value)
    })
    const result = fn.call(...args)
    return typeof result === 'string' ? this.meter.text(result) : result
  }
}

/** A field of an object's own, never one that it inherits. */
function own<T>(fields: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}
