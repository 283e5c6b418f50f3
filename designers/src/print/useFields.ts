import { useQueries } from '@tanstack/react-query'
import { kitOf, useData, type EditedObject, type JsonObject } from '../../../runtime-ui/src/render'
import { objectsOf, wordOf } from '../draft/edit'
import { filled } from '../draft/elements'
import { useElements } from '../draft/useElements'
import { titleOf } from '../outline/nodes'
import { useWords } from '../workbench/words'

/** A field that an element may show, by its path. */
export interface ShownField {
  path: string
  label: string
  picture: boolean
}

const shownOf = ({ type }: JsonObject) => kitOf(wordOf(type))?.shown ?? 'line'
const isPicture = (field: JsonObject) => shownOf(field) === 'picture'

/** The fields of a table, and then those of the records that it refers to. */
export function useFields(table: string, change: number): ShownField[] {
  const words = useWords()
  const [target] = useTables([table], change)
  const fields = fieldsOf(target)
  const targets = [...new Set(fields.map(({ to }) => wordOf(to)).filter((to) => to !== ''))]
  const led = useTables(targets, change)
  const labelOf = (field: JsonObject) => words.of(titleOf(field)) ?? wordOf(field['key'])
  const own = fields.map((field) => ({
    path: wordOf(field['key']),
    label: labelOf(field),
    picture: isPicture(field),
  }))
  const beyond = fields.flatMap((field) =>
    fieldsOf(led[targets.indexOf(wordOf(field['to']))]).map((one) => ({
      path: `${wordOf(field['key'])}.${wordOf(one['key'])}`,
      label: `${labelOf(field)} › ${labelOf(one)}`,
      picture: isPicture(one),
    })),
  )
  return [...own, ...beyond]
}

function fieldsOf(table: JsonObject | undefined): JsonObject[] {
  return objectsOf(table?.['fields']).filter((field) => shownOf(field) !== 'apart')
}

function useTables(tables: string[], change: number): (JsonObject | undefined)[] {
  const { changes } = useData()
  const elements = useElements(change)
  return useQueries({
    queries: tables.map((table) => ({
      queryKey: ['meta object', 'table', table, change, 'fields'],
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<EditedObject> =>
        changes.get('table', table, change, signal),
      enabled: table !== '',
      retry: false,
    })),
  }).map(({ data }) => data && filled(elements, 'table', data.object))
}
