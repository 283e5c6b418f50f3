import { useSyncExternalStore } from 'react'
import { useNotify } from '../../../page/useNotify'

/** Whether the app has the whole screen, also after Escape, and the way there and back. */
export function useFullscreen() {
  const notify = useNotify()
  const full = useSyncExternalStore(subscribe, () => Boolean(document.fullscreenElement))

  async function toggle() {
    if (!document.fullscreenEnabled) notify.warning('msg.no_fullscreen')
    else if (full) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
  }
  return { full, toggle }
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => {
    document.removeEventListener('fullscreenchange', listener)
  }
}
