/** A place of an object at which an expression is written. */
export interface ExpressionPlace {
  change: number
  kind: string
  key: string
  path: string // members and numbers of items, with / between
}

/** Something that may be named in an expression. */
export interface Speakable {
  name: string
  type: string
  title?: string // what people call it
  to?: string // table that it leads to
  call?: string // how a function is called
}

/** What is wrong with an expression, and where. */
export interface Mistake {
  message: string
  line: number
  column: number
}

/** What an expression gives. */
export interface TriedExpression {
  type?: string
  problem?: Mistake
  table?: string // whose records it may be tried on
  value?: string
  refused?: string // why there is no value
  reads?: { path: string; value: string; label?: string }[]
  open?: string[] // names without a value where nothing is being done
}
