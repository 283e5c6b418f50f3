import { Decimal } from './decimal'
import { arg, type Evaluation, type Node } from './tree'
import { arithmetic, badValue, equal, normal, type Value } from './value'

/** The operations that make lists or look at every element of one. */
export const lists: Readonly<Partial<Record<string, (machine: Evaluation, node: Node) => Value>>> =
  {
    list,
    in: isIn,
    any: (machine, node) => quantify(machine, node, true),
    all: (machine, node) => quantify(machine, node, false),
    sum,
    count,
    filter: (machine, node) => made(machine, kept(machine, node)),
    map: (machine, node) =>
      made(machine, [...bodies(machine, node, (body) => machine.evaluate(body))]),
  }

function list(machine: Evaluation, node: Node): Value {
  const elements = node.args ?? []
  machine.meter.list(elements.length)
  return elements.map((element) => machine.evaluate(element))
}

/** Looks for a value in a list; null is in none, and in a null list is none. */
function isIn(machine: Evaluation, node: Node): boolean {
  const value = machine.evaluate(arg(node, 0))
  const elements = machine.elementsOf(arg(node, 1))
  if (value === null) return false
  return elements.some((element) => {
    machine.meter.step()
    const other = normal(element, 'any')
    return other !== null && equal(value, other)
  })
}

/** Evaluates the body of a form for each element of its list. */
function* bodies<T>(machine: Evaluation, node: Node, evaluate: (body: Node) => T): Generator<T> {
  const elements = machine.elementsOf(arg(node, 0))
  const body = arg(node, 1)
  const innermost = machine.elements.length
  try {
    for (const element of elements) {
      machine.elements[innermost] = element
      yield evaluate(body)
    }
  } finally {
    machine.elements.length = innermost
  }
}

/** Looks for an element whose condition is the one that decides. */
function quantify(machine: Evaluation, node: Node, decides: boolean): boolean {
  for (const holds of bodies(machine, node, (body) => machine.truth(body))) {
    if (holds === decides) return decides
  }
  return !decides
}

function kept(machine: Evaluation, node: Node): unknown[] {
  const result: unknown[] = []
  for (const holds of bodies(machine, node, (body) => machine.truth(body))) {
    if (holds) result.push(machine.elements.at(-1))
  }
  return result
}

function count(machine: Evaluation, node: Node): Decimal {
  if (node.args?.length === 1) return Decimal.of(machine.elementsOf(arg(node, 0)).length)
  return Decimal.of(kept(machine, node).length)
}

/** Adds up numbers; null adds nothing. */
function sum(machine: Evaluation, node: Node): Decimal {
  let total = Decimal.of(0)
  for (const element of node.args?.length === 1
    ? counted(machine, node)
    : bodies(machine, node, (body) => machine.evaluate(body))) {
    const value = normal(element, 'any')
    if (value !== null && !(value instanceof Decimal)) throw badValue('decimal', value)
    if (value !== null) total = arithmetic('add', total, value)
  }
  return total
}

/** The elements themselves, each a step. */
function* counted(machine: Evaluation, node: Node): Generator {
  for (const element of machine.elementsOf(arg(node, 0))) {
    machine.meter.step()
    yield element
  }
}

function made(machine: Evaluation, elements: unknown[]): Value {
  machine.meter.list(elements.length)
  return elements
}
