import { useLayoutEffect, useRef } from 'react'
import { listen, type ScanHandlers } from './listen'

/**
 * Listens for codes as long as its page is in view: from the moment in which the field is there,
 * since a scanner begins when a person sees it, and an effect may come later than the first key.
 */
export function useScanner(handlers: ScanHandlers) {
  const current = useRef(handlers)
  useLayoutEffect(() => {
    current.current = handlers
  })
  useLayoutEffect(
    () =>
      listen({
        field: () => current.current.field(),
        soft: () => current.current.soft(),
        onCode: (code) => {
          current.current.onCode(code)
        },
        onTyped: (text) => {
          current.current.onTyped(text)
        },
      }),
    [],
  )
}
