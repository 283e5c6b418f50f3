import { useEffect, useRef } from 'react'

type Hotkeys = Record<string, (() => void) | undefined>

/**
 * Keys of a page in view: `n`, `/`, `Ctrl+s`. Plain keys rest while somebody types into a field;
 * a page out of view hears nothing.
 */
export function useHotkeys(hotkeys: Hotkeys) {
  const current = useRef(hotkeys)
  useEffect(() => {
    current.current = hotkeys
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const modifier = event.ctrlKey || event.metaKey
      if (event.isComposing || event.altKey) return
      if (!modifier && (isTyping(event.target) || isInDialog(event.target))) return
      const run = current.current[modifier ? `Ctrl+${event.key}` : event.key]
      if (run === undefined) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', listener)
    return () => {
      window.removeEventListener('keydown', listener)
    }
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable=true]') !== null
  )
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role=dialog]') !== null
}
