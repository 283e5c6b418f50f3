import { useLayoutEffect } from 'react'
import type { Kept } from '../../page/kept'

const longest = 20_000 // ms in which a page may still grow to where it was left

interface Place {
  top: number
  left: number
}

/**
 * Brings a page back to where it was scrolled: the content, which all pages share, and what scrolls
 * by itself in it. A person who scrolls or types before all of it is there is not moved any more.
 */
export function useScrollPlaces(kept: Kept | undefined) {
  useLayoutEffect(() => {
    const content = document.getElementById('content')
    if (content === null || kept === undefined) return
    const places = placesOf(kept)
    const stop = new AbortController()
    const { signal } = stop
    let settled = false
    const restore = () => {
      settled ||= [...places].every(([name, place]) => bringTo(scrollerOf(content, name), place))
    }
    const watcher = new MutationObserver(() => {
      if (!settled) restore()
    })
    const settle = () => {
      settled = true
      watcher.disconnect()
    }
    if (!places.has('')) content.scrollTo(0, 0)
    restore()
    watcher.observe(content, { childList: true, subtree: true })
    const timer = setTimeout(settle, longest)
    for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      content.addEventListener(act, settle, { signal, passive: true })
    const note = ({ target }: Event) => {
      if (!settled || !(target instanceof HTMLElement)) return
      const name = nameOf(content, target)
      if (name !== undefined) places.set(name, { top: target.scrollTop, left: target.scrollLeft })
    }
    content.addEventListener('scroll', note, { signal, capture: true, passive: true })
    return () => {
      settle()
      clearTimeout(timer)
      stop.abort()
    }
  }, [kept])
}

function placesOf(kept: Kept): Map<string, Place> {
  const places = (kept.get('scroll') as Map<string, Place> | undefined) ?? new Map<string, Place>()
  kept.set('scroll', places)
  return places
}

/** True once an element stands where it was left. */
function bringTo(element: HTMLElement | undefined, { top, left }: Place): boolean {
  if (element === undefined) return false
  element.scrollTo(left, top)
  return Math.abs(element.scrollTop - top) < 2 && Math.abs(element.scrollLeft - left) < 2
}

/** The content itself is '', a part of it its first class and which of those in view it is. */
function nameOf(content: HTMLElement, element: HTMLElement): string | undefined {
  if (element === content) return ''
  const [name] = element.classList
  if (name === undefined) return undefined
  return `${name} ${inView(content, name).indexOf(element)}`
}

function scrollerOf(content: HTMLElement, name: string): HTMLElement | undefined {
  const [className = '', index] = name.split(' ')
  return name === '' ? content : inView(content, className)[Number(index)]
}

function inView(content: HTMLElement, name: string): HTMLElement[] {
  const all = [...content.getElementsByClassName(name)].filter((one) => one instanceof HTMLElement)
  return all.filter((one) => one.getClientRects().length > 0)
}
