import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Decimal } from './decimal'
import { ExpressionError } from './error'
import { evaluate } from './evaluate'
import type { Node } from './tree'

/** A line of a vector file; tests/vectors/doc.go tells its form. */
interface Line {
  values?: Record<string, unknown>
  loaded?: Record<string, Record<string, Record<string, unknown>>>
  world?: unknown
  expr?: string
  want?: unknown
  error?: string
  tree?: Node
}

const repository = resolve(import.meta.dirname, '../../..')
const seed = process.env['VECTOR_SEED'] ?? String(Date.now())
const folder = mkdtempSync(join(tmpdir(), 'vectors-'))
let lines: Line[] = []

beforeAll(() => {
  const file = join(folder, 'vectors.jsonl')
  execFileSync(
    'go',
    ['run', './tests/vectors/generate', '-seed', seed, '-count', '10000', '-out', file],
    {
      cwd: repository,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}, 600_000)

afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** Gives a result, or an expected one, in the form in which the two are compared. */
function canonical(value: unknown): unknown {
  if (typeof value === 'number') return { number: Decimal.fromNumber(value)?.toString() }
  if (value instanceof Decimal) return { number: value.toString() }
  if (value instanceof Date) return { instant: value.toISOString() }
  if (Array.isArray(value)) return value.map(canonical)
  return value
}

function outcome(line: Line, context: Line): unknown {
  const scope = {
    vars: { ...context.values, ...line.values },
    resolve: (table: string, id: number) => context.loaded?.[table]?.[String(id)] ?? null,
  }
  try {
    return canonical(evaluate(line.tree as Node, scope))
  } catch (error) {
    if (error instanceof ExpressionError) return error.key
    throw error
  }
}

it('agrees with the server', () => {
  let context: Line = {}
  let tried = 0
  const differences: unknown[] = []
  for (const line of lines) {
    if (line.expr === undefined) {
      context = line.world === undefined ? line : {}
      continue
    }
    const got = outcome(line, context)
    const want = line.error ?? canonical(line.want)
    if (JSON.stringify(got) !== JSON.stringify(want))
      differences.push({ seed, expr: line.expr, got, want, context: context.values })
    tried++
  }
  expect(tried).toBeGreaterThan(10_000)
  expect(differences.slice(0, 3)).toEqual([])
})
