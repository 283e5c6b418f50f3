import { useEffect, useState } from 'react'
import { allowSound, isSoundOn, unlockSound } from './sounds'

/** Whether this page can be heard; the first touch or scan allows it, where a task was gone on with. */
export function useSound() {
  const [heard, setHeard] = useState(isSoundOn)
  useEffect(() => {
    if (heard) return
    const listening = new AbortController()
    const allow = () => void allowSound().then(setHeard)
    for (const type of ['click', 'keydown']) {
      addEventListener(type, allow, { capture: true, signal: listening.signal })
    }
    return () => {
      listening.abort()
    }
  }, [heard])
  return { heard, prove: () => void unlockSound().then(setHeard) }
}
