import { useEffect, useState } from 'react'
import { setPreference, usePreferences } from '../../../look/preferences'

/**
 * On wide screens the sidebar keeps its state; on small ones it lies over the page and closes on
 * each change of page and at Escape.
 */
export function useSidebar(mobile: boolean, path: string) {
  const kept = usePreferences((p) => p.sidebarOpen)
  const [openAt, setOpenAt] = useState<string>()
  const over = mobile && openAt === path
  useEffect(() => {
    if (!over) return
    const close = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpenAt(undefined)
    }
    addEventListener('keydown', close)
    return () => {
      removeEventListener('keydown', close)
    }
  }, [over])

  function toggle() {
    if (mobile) setOpenAt(over ? undefined : path)
    else setPreference('sidebarOpen', !kept)
  }
  return { open: mobile ? over : kept, toggle }
}
