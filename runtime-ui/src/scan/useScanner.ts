import { useEffect, useRef } from 'react'
import { listen, type ScanHandlers } from './listen'

/** Listens for codes as long as its page is in view. */
export function useScanner(handlers: ScanHandlers) {
  const current = useRef(handlers)
  useEffect(() => {
    current.current = handlers
  })
  useEffect(
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
