import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { leftInside } from './place'
import type { TabAction } from './useTabActions'

const entries: TabAction[] = ['refresh', 'close', 'close_others', 'close_all']

interface TabMenuProps {
  at: number // px from the bar's left border
  onChoose: (action: TabAction) => void
  onClose: () => void
}

/** What can be done with a tab; the menu stays inside the bar. */
export function TabMenu({ at, onChoose, onClose }: TabMenuProps) {
  const { t } = useTranslation()
  const menu = useRef<HTMLDivElement>(null)
  usePlace(menu, at)
  useClosing(menu, onClose)

  function move(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const items = [...(menu.current?.querySelectorAll('button') ?? [])]
    const current = items.findIndex((item) => item === document.activeElement)
    if (step === undefined) return
    event.preventDefault()
    items.at((current + step) % items.length)?.focus()
  }
  return (
    <div className="tab-menu" role="menu" tabIndex={-1} ref={menu} onKeyDown={move}>
      {entries.map((entry) => (
        <button
          key={entry}
          type="button"
          role="menuitem"
          onClick={() => {
            onClose()
            onChoose(entry)
          }}
        >
          {t(`tab.${entry}`)}
        </button>
      ))}
    </div>
  )
}

/** Puts the menu where the pointer was, before it is painted. */
function usePlace(menu: React.RefObject<HTMLDivElement | null>, at: number) {
  useLayoutEffect(() => {
    const [own, bar] = [menu.current, menu.current?.parentElement]
    if (!own || !bar) return
    own.style.left = `${leftInside(at, own.offsetWidth, bar.clientWidth)}px`
    own.querySelector('button')?.focus()
  }, [menu, at])
}

/** Escape, a press elsewhere or a change of the window's size closes the menu. */
function useClosing(menu: React.RefObject<HTMLDivElement | null>, onClose: () => void) {
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const outside = (event: PointerEvent) => {
      if (menu.current?.contains(event.target as Node) !== true) onClose()
    }
    const escape = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' || event.key === 'Tab') onClose()
    }
    addEventListener('pointerdown', outside, { signal, capture: true })
    addEventListener('keydown', escape, { signal })
    addEventListener('resize', onClose, { signal })
    return () => {
      stop.abort()
    }
  }, [menu, onClose])
}
