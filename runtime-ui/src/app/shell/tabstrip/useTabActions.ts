import { useNavigate } from '@tanstack/react-router'
import { fullPath, useTabs, type Tab } from '../tabs'

export type TabAction = 'refresh' | 'close' | 'close_others' | 'close_all'

/** What can be done with a tab, while the page of a path is in view. */
export function useTabActions(path: string): Record<TabAction, (tab: Tab) => void> {
  const { tabs, close, closeOthers, closeAll } = useTabs()
  const navigate = useNavigate()
  const go = (href: string) => void navigate({ href })
  return {
    refresh: (tab) => {
      void navigate({ href: `/redirect${fullPath(tab)}`, replace: tab.path === path })
    },
    /** Closing the page in view leads to the last one left. */
    close: (tab) => {
      close(tab.path)
      if (tab.path !== path) return
      const last = tabs.filter((one) => one !== tab).at(-1)
      go(last === undefined ? '/' : fullPath(last))
    },
    close_others: (tab) => {
      closeOthers(tab.path)
      go(fullPath(tab))
    },
    close_all: () => {
      closeAll()
      go('/')
    },
  }
}
