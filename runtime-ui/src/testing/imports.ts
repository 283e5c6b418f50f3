import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Files by their path in the repository, each with those of ours that it imports, lazily too. */
export type Imports = Map<string, string[]>

const repository = join(import.meta.dirname, '../../..')
const source = /^(runtime-ui\/src|designers\/src|plugins\/\w+\/ui)\/.*(?<!\.test)\.tsx?$/

/** The imports of the web app as its files say them; tests are left out. */
export function importsOfApp(): Imports {
  const files = ['runtime-ui/src', 'designers/src', 'plugins']
    .flatMap((folder) => {
      const names = readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      return names.map((name) => join(folder, name))
    })
    .filter((file) => source.test(file))
  const known = new Set(files)
  return new Map(
    files.map((file) => [
      file,
      importsIn(file, readFileSync(join(repository, file), 'utf8'), known),
    ]),
  )
}

/** The known files that a source names after `from` or `import`. */
export function importsIn(file: string, source: string, known: Set<string>): string[] {
  const named = [...source.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']*)'/g)]
  return named.flatMap(([, path = '']) => {
    const target = join(dirname(file), path)
    const found = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].map((end) => target + end)
    return found.filter((one) => known.has(one)).slice(0, 1)
  })
}

/** The circles of files, each as the way around it. */
export function circles(imports: Imports): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const visit = (file: string, way: string[]) => {
    const seen = way.indexOf(file)
    if (seen >= 0) found.push([...way.slice(seen), file])
    if (seen >= 0 || done.has(file)) return
    for (const next of imports.get(file) ?? []) visit(next, [...way, file])
    done.add(file)
  }
  for (const file of imports.keys()) visit(file, [])
  return found
}

/** Imports from a room into one that does not stand before it on the ladder. */
export function against(ladder: string[], imports: Imports): string[] {
  return [...imports].flatMap(([file, all]) => {
    const from = ladder.indexOf(roomOf(file))
    return all
      .filter((target) => roomOf(target) !== roomOf(file) && ladder.indexOf(roomOf(target)) >= from)
      .map(
        (target) =>
          `${relative('runtime-ui/src', file)} imports ${relative('runtime-ui/src', target)}`,
      )
  })
}

/** The room of a file: the folder below runtime-ui/src, or the file where it lies outside of all. */
export function roomOf(file: string): string {
  return /^runtime-ui\/src\/([^/]+)/.exec(file)?.[1] ?? file.split('/')[0] ?? ''
}
