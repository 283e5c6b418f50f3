import { ExpressionError } from './error'

/** The limits of one evaluation; engine/expression/limits.go has the same. */
export const limits = {
  steps: 100_000, // nodes evaluated and list elements visited
  lineSteps: 40, // as many for each element of the longest list that is given, where those are more
  given: 100_000, // elements of a list that it is given
  list: 10_000, // elements of a list that it makes
  text: 100_000, // bytes of a text, as UTF-8
  memory: 1_000_000, // bytes of all the texts and lists that are made
  digits: 60, // digits of a number
  scale: 20, // decimals that round and div keep
} as const

const elementBytes = 16
const bytesPerStep = 64

/** The error for a limit that is passed. */
export function costs(limit: string, max: number): ExpressionError {
  return new ExpressionError('expression.too_costly', { limit, max })
}

/** Counts what one evaluation costs and throws when it is too much. */
export class Meter {
  private steps = 0
  private memory = 0
  private readonly most: number

  /** @param given what the evaluation is over: it may go through its lists, however long they are. */
  constructor(given: Readonly<Record<string, unknown>> = {}) {
    const lengths = Object.values(given).map((value) => (Array.isArray(value) ? value.length : 0))
    this.most = Math.max(limits.steps, ...lengths.map((length) => limits.lineSteps * length))
  }

  step(n = 1): void {
    this.steps += n
    if (this.steps > this.most) throw costs('steps', this.most)
  }

  /** Counts the work of reading texts. */
  reading(...texts: string[]): void {
    const bytes = texts.reduce((sum, text) => sum + utf8Length(text), 0)
    this.step(Math.floor(bytes / bytesPerStep))
  }

  /** Counts a text that was made. */
  text(text: string): string {
    const bytes = utf8Length(text)
    if (bytes > limits.text) throw costs('text', limits.text)
    this.memory += bytes
    if (this.memory > limits.memory) throw costs('memory', limits.memory)
    this.step(Math.floor(bytes / bytesPerStep))
    return text
  }

  /** Counts a list that is made. */
  list(length: number): void {
    if (length > limits.list) throw costs('list', limits.list)
    this.memory += length * elementBytes
    if (this.memory > limits.memory) throw costs('memory', limits.memory)
  }
}

/** The bytes of a text as UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) bytes += 1
    else if (unit < 0x800 || (unit >= 0xd800 && unit < 0xe000)) bytes += 2
    else bytes += 3
  }
  return bytes
}
