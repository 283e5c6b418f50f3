import { useQuery } from '@tanstack/react-query'
import { useData } from './provider'

/** What the app knows of the person: menus, places, settings. Asked for once. */
export function useApp() {
  const data = useData()
  return useQuery({
    queryKey: ['app'],
    queryFn: ({ signal }) => data.app(signal),
    staleTime: Infinity,
  })
}
