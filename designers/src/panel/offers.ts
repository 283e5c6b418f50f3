import { useQuery } from '@tanstack/react-query'
import { useData, type Offer, type Offers } from '../../../runtime-ui/src/render'

/** What code offers by name; the schemas say so of a value that names it. */
const kinds = new Set(['effects', 'flows', 'codes'])

/** What code offers of a kind; undefined for what is no such kind, or not known yet. */
export function useOffers(kind: string | undefined): Offer[] | undefined {
  const { changes } = useData()
  const isOffered = kind !== undefined && kinds.has(kind)
  const found = useQuery({
    queryKey: ['meta offers'],
    queryFn: ({ signal }): Promise<Offers> => changes.offers(signal),
    enabled: isOffered,
  })
  return isOffered ? found.data?.[kind] : undefined
}

/** Reports whether a name is that of something code offers, not of an object. */
export const isOffered = (kind: string) => kinds.has(kind)
