import { useQuery } from '@tanstack/react-query'
import { useData, type JsonObject } from '../../../runtime-ui/src/render'
import type { Elements } from './elements'

const none: Elements = {}

/** The elements under a change set; none until they are there. */
export function useElements(change: number): Elements {
  const { changes } = useData()
  const found = useQuery({
    queryKey: ['meta objects', 'element', change, 'whole'],
    queryFn: async ({ signal }) => {
      const listed = await changes.wholes('element', change, signal)
      return Object.fromEntries(listed.map(({ key, object }) => [key, said(object)]))
    },
  })
  return found.data ?? none
}

/** What fields have of an element: all but what names it. */
function said(element: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(element).filter(([name]) => !identity.has(name)))
}

const identity = new Set(['$schema', 'kind', 'key'])
