import { useCallback, useMemo } from 'react'
import { fromParam, usePage } from '../../../runtime-ui/src/render'
import type { Of } from '../draft/useDraft'

/** Which part of which object a designer stands at, as its address says it, and how it goes on. */
export function usePlace(firstKind: string) {
  const { search, ask } = usePage()
  const place = useMemo(() => placeIn(search, firstKind), [search, firstKind])
  const { kind, key, from } = place
  const open = useCallback(
    (next: Pick<Of, 'kind' | 'key'>, part = '') => {
      const came = from === undefined ? {} : { [fromParam]: from }
      const { kind, key } = next
      const query = new URLSearchParams({ kind, key, ...(part && { at: part }), ...came })
      ask(`?${query.toString()}`, part !== '')
    },
    [from, ask],
  )
  const choose = useCallback(
    (part: string) => {
      open({ kind, key }, part)
    },
    [open, kind, key],
  )
  return { ...place, open, choose }
}

function placeIn(search: string, firstKind: string) {
  const at = new URLSearchParams(search)
  return {
    kind: at.get('kind') ?? firstKind,
    key: at.get('key') ?? '',
    part: at.get('at') ?? '',
    from: pageOf(at.get(fromParam)),
  }
}

/** A page of this site that the designer was opened from, and no other address. */
function pageOf(from: string | null): string | undefined {
  return from !== null && /^\/(?!\/)/.test(from) ? from : undefined
}
