import { useEffect, useLayoutEffect } from 'react'
import type { Kept } from '../../page/kept'

/**
 * A page that comes back into view has the focus where it was; one that opens begins with its
 * content. Who went there by the menu or the tabs keeps the focus where he is.
 */
export function useFocusPlace(kept: Kept | undefined) {
  useLayoutEffect(() => {
    const content = document.getElementById('content')
    const active = document.activeElement
    const isLost =
      active === document.body ||
      active === content ||
      (content?.contains(active) === true && isHidden(active))
    if (content === null || kept === undefined || !isLost) return
    const last = kept.get('focus')
    const place =
      last instanceof HTMLElement && last.isConnected && !isHidden(last) ? last : content
    place.focus({ preventScroll: true })
  }, [kept])
  useEffect(() => {
    const content = document.getElementById('content')
    const note = ({ target }: Event) => {
      if (target !== content) kept?.set('focus', target)
    }
    content?.addEventListener('focusin', note)
    return () => content?.removeEventListener('focusin', note)
  }, [kept])
}

function isHidden(element: Element | null): boolean {
  return element?.getClientRects().length === 0
}
