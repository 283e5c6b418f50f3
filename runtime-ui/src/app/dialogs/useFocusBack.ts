import { useEffect } from 'react'

const focusable = 'a[href], button, input, select, textarea, [tabindex]'

/**
 * Gives the focus back to what opened a dialog, a drawer or a menu, when that closes: they hang
 * from the body, most are simply no longer drawn, and the focus falls to the page. Where what
 * opened it is gone as well, the content takes the focus, so that Tab goes on there.
 */
export function useFocusBack() {
  useEffect(() => {
    const stop = new AbortController()
    let opener: Element | undefined
    const note = ({ target }: Event) => {
      if (target instanceof Element && isOfPage(target)) opener = keeper(target)
    }
    const closed = new MutationObserver((changes) => {
      if (changes.some(isLeaving)) setTimeout(giveBack, 0, () => opener)
    })
    document.addEventListener('pointerdown', note, { signal: stop.signal, capture: true })
    document.addEventListener('focusin', note, { signal: stop.signal })
    closed.observe(document.body, { childList: true })
    return () => {
      stop.abort()
      closed.disconnect()
    }
  }, [])
}

/** What lies over the page stands beside it in the body. */
function isOfPage(element: Element): boolean {
  return element.closest('.shell') !== null
}

/** What takes the focus when an element is pressed; nothing for the empty page. */
function keeper(element: Element): Element | undefined {
  const taker = element.closest(focusable)
  return taker === null || taker.matches('main') ? undefined : taker
}

function isLeaving({ removedNodes }: MutationRecord): boolean {
  return [...removedNodes].some(
    (node) => node instanceof Element && node.querySelector('[role]') !== null,
  )
}

/** Nobody who has the focus by then loses it. */
function giveBack(opener: () => Element | undefined) {
  const from = opener()
  if (document.activeElement !== document.body || from === undefined) return
  if (from instanceof HTMLElement && canTake(from)) from.focus({ preventScroll: true })
  else document.getElementById('content')?.focus({ preventScroll: true })
}

function canTake(element: HTMLElement): boolean {
  return element.isConnected && element.getClientRects().length > 0 && !element.matches(':disabled')
}
