import { expect, it } from 'vitest'
import { against, circles, importsIn, importsOfApp, roomOf } from './testing/imports'

/** A room imports from those before it, and from no other; CONTRIBUTING.md says what is in each. */
const ladder = [
  'meta',
  'format',
  'expression',
  'scan',
  'offline',
  'data',
  'look',
  'fields',
  'forms',
  'page',
  'screens',
  'render.ts',
  'designers',
  'plugins',
  'app',
  'main.tsx',
]
const app = importsOfApp()

it('knows every room', () => {
  const rooms = [...app.keys()].map(roomOf).filter((room) => room !== 'testing')
  expect([...new Set(rooms)].sort()).toEqual([...ladder].sort())
})

it('imports down the ladder alone', () => {
  const own = new Map([...app].filter(([file]) => roomOf(file) !== 'testing'))
  expect(against(ladder, own)).toEqual([])
})

it('has no circles of files, of types neither', () => {
  expect(circles(app)).toEqual([])
})

it('would find a circle and a step up the ladder', () => {
  const files = [
    'runtime-ui/src/data/a.ts',
    'runtime-ui/src/fields/b.tsx',
    'runtime-ui/src/fields/c/index.ts',
  ]
  const [a = '', b = '', c = ''] = files
  const known = new Set(files)
  const sources = new Map([
    [a, "import type { B } from '../fields/b'\nimport x from 'react'"],
    [b, "export { c } from './c'\nimport './b.css'"],
    [c, "const a = await import('../../data/a')"],
  ])
  const imports = new Map(
    [...sources].map(([file, source]) => [file, importsIn(file, source, known)]),
  )
  expect(circles(imports)).toEqual([[a, b, c, a]])
  expect(against(ladder, imports)).toEqual(['data/a.ts imports fields/b.tsx'])
})
