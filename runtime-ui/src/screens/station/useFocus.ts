import { useEffect, useLayoutEffect, type RefObject } from 'react'

const elsewhere = 'input, textarea, [role=dialog], [role=menu], [role=listbox]'

/**
 * Keeps the focus in the field: some scanners only write where there is one. Whoever goes through
 * the buttons with the keyboard is left alone; after a touch the focus comes back.
 */
export function useFocus(fieldRef: RefObject<HTMLInputElement | null>, step: string) {
  // With the drawing itself: a focus that comes later selects, and so replaces, what was typed.
  useLayoutEffect(() => {
    fieldRef.current?.focus()
  }, [fieldRef, step])

  useEffect(() => {
    const listening = new AbortController()
    const restore = (lost: boolean) => {
      const { activeElement } = document
      const free = lost
        ? activeElement === document.body
        : activeElement?.closest(elsewhere) == null
      if (free) fieldRef.current?.focus()
    }
    const later = (lost: boolean) => () => {
      setTimeout(restore, 0, lost)
    }
    document.addEventListener('click', later(false), { signal: listening.signal })
    document.addEventListener('focusout', later(true), { signal: listening.signal })
    return () => {
      listening.abort()
    }
  }, [fieldRef])
}
