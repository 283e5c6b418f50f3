import { resolve } from 'node:path'
import type { Rolldown } from 'vite'

const source = resolve(import.meta.dirname, '../src')

/**
 * What is fetched as one, each part with the modules that lead to all of it. Left alone the bundler
 * makes a file of every module that two lazy ones share, and the first page asks for a hundred. An
 * earlier part keeps what a later one needs as well; all else is loaded where it is used.
 */
const roots = {
  frame: ['app/Styled.tsx', 'app/shell/Shell.tsx', 'app/notices/StyledNotices.tsx'],
  home: ['screens/home/HomeScreen.tsx'],
  screens: ['screens/list/ListScreen.tsx'],
  station: ['screens/station/StationScreen.tsx'],
}

/** How the built app is cut into files. */
export function parts(): Rolldown.CodeSplittingOptions {
  return { groups: [{ name: 'start', tags: ['$initial'], priority: 1 }, { name: partOf() }] }
}

/** The name of a module's part; the ways between modules are walked once for each build. */
function partOf(): Rolldown.CodeSplittingNameFunction {
  let known: Map<string, string> | undefined
  return (id, graph) => {
    known ??= walked(graph)
    return known.get(id) ?? null
  }
}

/** Every module that a part's roots import without waiting, by its name. */
function walked(graph: Rolldown.ChunkingContext): Map<string, string> {
  const known = new Map<string, string>()
  for (const [part, files] of Object.entries(roots)) {
    const waiting = files.map((file) => resolve(source, file))
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (known.has(id)) continue
      known.set(id, part)
      waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
    }
  }
  return known
}
