import { useEffect, useRef, type RefObject } from 'react'

/** Takes files that are pasted while the element is in sight; texts stay with their editors. */
export function usePastedFiles(
  place: RefObject<HTMLElement | null>,
  take: ((files: File[]) => void) | undefined,
) {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    function onPaste(event: ClipboardEvent) {
      const files = [...(event.clipboardData?.files ?? [])]
      const isSeen = (place.current?.getClientRects().length ?? 0) > 0
      if (files.length === 0 || !isSeen || latest.current === undefined) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('paste', onPaste)
    }
  }, [place])
}
