import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useData, type JsonObject } from '../../../runtime-ui/src/render'
import { objectsOf, wordOf } from '../draft/edit'
import { filled } from '../draft/elements'
import { useElements } from '../draft/useElements'
import { useWords } from '../workbench/words'
import { filledPrint, withLines, type Size } from './beginning'
import { linesOfForm, rowsOfColumns, rowsOfForm, rowsOfTable } from './rows'
import { useLines } from './useLines'

/** What a new template may begin with: nothing, a table's fields, or one of its screens. */
export const nothing = 'nothing'
const fields = 'fields'

/** What a template of a table may begin with, and how it does. */
export function useBeginnings(table: string, change: number) {
  const { t } = useTranslation()
  const words = useWords()
  const elements = useElements(change)
  const screens = useScreens(table, change)
  const sets = useLines(table, change)
  const tables = useTables([table, ...sets.map((set) => set.table)], change)
  const tableOf = (key: string) => {
    const found = tables.find((one) => one?.['key'] === key)
    return found && filled(elements, 'table', found)
  }

  return {
    options: [
      { value: nothing, label: t('designer.print.from.nothing') },
      { value: fields, label: t('designer.print.from.fields') },
      ...screens.map(({ name, kind, title, key }) => ({
        value: name,
        label: `${words.kind(kind)}: ${words.of(title) ?? key}`,
      })),
    ],
    /** The template with what was chosen; undefined while that is still read. */
    begin: (empty: JsonObject, size: Size, from: string): JsonObject | undefined => {
      const of = tableOf(table)
      const screen = screens.find(({ name }) => name === from)
      if (from === nothing) return empty
      if (of === undefined) return undefined
      if (screen === undefined) return filledPrint(empty, size, rowsOfTable(of))
      const { kind, object } = screen
      if (kind === 'list') return filledPrint(empty, size, rowsOfColumns(object['columns'], of))
      const begun = filledPrint(empty, size, rowsOfForm(object, of))
      const set = sets.find(({ key }) => key === wordOf(objectsOf(object['lines'])[0]?.['key']))
      const lines = linesOfForm(object, tableOf(set?.table ?? '') ?? {})
      return lines === undefined ? begun : withLines(begun, size, lines)
    },
  }
}

/** The lists and forms of a table. */
function useScreens(table: string, change: number) {
  const { changes } = useData()
  return useQueries({
    queries: ['list', 'form'].map((kind) => ({
      queryKey: ['meta wholes', kind, change],
      queryFn: ({ signal }: { signal: AbortSignal }) => changes.wholes(kind, change, signal),
      enabled: table !== '',
    })),
  }).flatMap(({ data }, i) =>
    (data ?? [])
      .filter(({ object }) => object['table'] === table)
      .map((one) => {
        const kind = i === 0 ? 'list' : 'form'
        return { ...one, kind, name: `${kind}:${one.key}` }
      }),
  )
}

function useTables(keys: string[], change: number): (JsonObject | undefined)[] {
  const { changes } = useData()
  return useQueries({
    queries: keys.map((key) => ({
      queryKey: ['meta object', 'table', key, change, 'fields'],
      queryFn: ({ signal }: { signal: AbortSignal }) => changes.get('table', key, change, signal),
      enabled: key !== '',
      retry: false,
    })),
  }).map(({ data }) => data?.object)
}
