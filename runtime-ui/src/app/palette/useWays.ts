import { useEffect } from 'react'
import { useTabs } from '../../page/tabs'
import { recall, remember } from '../../page/memory'

/** Remembers where a person goes, for the palette. */
export function useWays(owner: string | undefined, path: string) {
  const tab = useTabs((state) => state.tabs.find((one) => one.path === path))
  const known = tab !== undefined
  const label = tab?.label
  useEffect(() => {
    if (owner !== undefined) recall(owner)
  }, [owner])
  useEffect(() => {
    if (owner !== undefined && known && path !== '/dashboard') remember({ path, label })
  }, [owner, path, label, known])
}
