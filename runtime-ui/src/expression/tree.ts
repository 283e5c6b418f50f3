import { ExpressionError } from './error'
import type { Meter } from './limits'
import type { Value } from './value'

/** A node of a checked tree, as the server gives it (engine/expression/tree.go). */
export interface Node {
  readonly op: string
  readonly name?: string // of a variable or function
  readonly path?: readonly string[] // of a field: references, then the field
  readonly tables?: readonly string[] // that the references of the path lead to
  readonly type?: string // of a variable, field or element
  readonly value?: unknown // of a literal
  readonly args?: readonly Node[]
}

/** A function of the browser. Plugins give theirs in the scope. */
export interface ExpressionFunction {
  /** Types of the arguments; the last one repeats. */
  readonly args: readonly string[]
  /** Lets call see null arguments; without it a null argument makes the result null. */
  readonly takesNull?: boolean
  readonly call: (...args: Value[]) => Value
}

/** What an expression is evaluated over. Values are as JSON gives them. */
export interface Scope {
  readonly vars: Readonly<Record<string, unknown>>
  /** The record that a reference leads to, null when there is none; without it the server decides. */
  readonly resolve?: (table: string, id: number) => Readonly<Record<string, unknown>> | null
  readonly functions?: Readonly<Record<string, ExpressionFunction>>
}

/** One evaluation, as the operations on lists see it. */
export interface Evaluation {
  readonly meter: Meter
  /** What . and # stand for, innermost last. */
  readonly elements: unknown[]
  evaluate(node: Node): Value
  /** Evaluates a condition. */
  truth(node: Node): boolean
  /** The elements of a list; null is the empty list. */
  elementsOf(node: Node): readonly unknown[]
}

/** The argument of a node; the server always sends as many as the operation needs. */
export function arg(node: Node, index: number): Node {
  const found = node.args?.[index]
  if (found === undefined) throw new ExpressionError('expression.syntax', { op: node.op })
  return found
}
