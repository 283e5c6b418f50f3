// How much a browser fetches before any route: the page and all that it and its scripts import.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = 'runtime-ui/dist'

/** Compressed bytes of the first load. */
export function firstLoad() {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const files = new Set()
  const waiting = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, name]) => name)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (files.has(name)) continue
    files.add(name)
    waiting.push(...importsOf(name))
  }
  return [...files].reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(dist, name))).length,
    gzipSync(page).length,
  )
}

/** Static imports only: what a route asks for comes later. */
function importsOf(name) {
  if (!name.endsWith('.js')) return []
  const code = readFileSync(join(dist, name), 'utf8')
  return [...code.matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)].map(
    ([, other]) => `/assets/${other}`,
  )
}
