import { useQuery } from '@tanstack/react-query'
import { useData } from '../../data/provider'

const often = 600 // ms between two looks at a scale, while its weight is asked for

/** What lies on the scale where the person stands; undefined where that has none, or none can tell. */
export function useScale(asked: boolean) {
  const data = useData()
  const scale = useQuery({
    queryKey: ['scale'],
    queryFn: ({ signal }) => data.station.scale(signal).catch(() => null),
    enabled: asked,
    refetchInterval: often,
    staleTime: 0,
    gcTime: 0,
  })
  return asked ? (scale.data ?? undefined) : undefined
}
