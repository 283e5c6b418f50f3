import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { fullPath, useTabs } from '../../../page/tabs'
import { useTabActions } from './useTabActions'

/** Alt+Shift with an arrow goes to the tab beside, with W closes the one in view. */
export function useTabKeys(path: string) {
  const tabs = useTabs((state) => state.tabs)
  const { close } = useTabActions(path)
  const navigate = useNavigate()
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return
      const at = tabs.findIndex((tab) => tab.path === path)
      const current = tabs[at]
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      if (current === undefined) return
      if (step !== undefined) {
        const beside = tabs[(at + step + tabs.length) % tabs.length] ?? current
        void navigate({ href: fullPath(beside) })
      } else if (event.code === 'KeyW') {
        close(current)
      } else {
        return
      }
      event.preventDefault()
    }
    addEventListener('keydown', listener)
    return () => {
      removeEventListener('keydown', listener)
    }
  }, [tabs, path, close, navigate])
}
