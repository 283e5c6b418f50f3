import { useCallback, useMemo, useState } from 'react'
import { fromParam, usePage } from '../../../runtime-ui/src/render'
import type { Of } from '../draft/useDraft'

/** Which part of which object a designer stands at, as its address says it, and how it goes on. */
export function usePlace(firstKind: string) {
  const { search, ask } = usePage()
  const place = useMemo(() => placeIn(search, firstKind), [search, firstKind])
  const { kind, key, from } = place
  const [part, setPart] = useAhead(search, place.part)
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
      setPart(part)
      open({ kind, key }, part)
    },
    [setPart, open, kind, key],
  )
  return { ...place, part, open, choose }
}

/**
 * The part that was chosen, also before the page has its address: a key that is pressed next
 * must not act on the one before.
 */
function useAhead(search: string, part: string) {
  const [ahead, setAhead] = useState<{ search: string; part: string }>()
  if (ahead !== undefined && ahead.search !== search) setAhead(undefined)
  const setPart = useCallback(
    (next: string) => {
      setAhead({ search, part: next })
    },
    [search],
  )
  return [ahead?.search === search ? ahead.part : part, setPart] as const
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
