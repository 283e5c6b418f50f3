import { useLayoutEffect, useRef } from 'react'

const left = '.board-moving, .board-lanes:focus' // where it was, and what keeps its place

/**
 * The focus goes along with a card that was moved, which is drawn anew in its column; where
 * somebody has it elsewhere by then, it stays there.
 */
export function useFollow(moved: boolean) {
  const body = useRef<HTMLDivElement>(null)
  const came = useRef(moved)
  useLayoutEffect(() => {
    const { activeElement } = document
    const free = activeElement === document.body || activeElement?.closest(left) != null
    if (came.current && free) body.current?.querySelector('button')?.focus()
  }, [])
  return body
}
