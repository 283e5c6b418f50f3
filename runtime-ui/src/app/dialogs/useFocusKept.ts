import { useEffect } from 'react'

/**
 * Where what has the focus is no longer drawn, as the step of a row that is done, the nearest
 * thing around it takes the focus that can, so that the keys go on there.
 */
export function useFocusKept() {
  useEffect(() => {
    const stop = new AbortController()
    let around: HTMLElement[] = []
    const note = ({ target }: Event) => {
      around = target instanceof Element ? chainOf(target) : []
    }
    const drawn = new MutationObserver(() => {
      if (document.activeElement !== document.body || around[0]?.isConnected !== false) return
      around.find((element) => element.isConnected)?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', note, { signal: stop.signal })
    const content = document.getElementById('content')
    if (content !== null) drawn.observe(content, { childList: true, subtree: true })
    return () => {
      stop.abort()
      drawn.disconnect()
    }
  }, [])
}

/** An element of a page and what around it can take the focus, from within. */
function chainOf(element: Element): HTMLElement[] {
  const chain: HTMLElement[] = []
  let one = element.closest<HTMLElement>('#content *')
  for (; one != null; one = one.parentElement?.closest<HTMLElement>('[tabindex]') ?? null)
    chain.push(one)
  return chain
}
