import { useCallback, useEffect, useRef, useState, type MouseEvent, type WheelEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useTabs, type Tab } from '../../../page/tabs'
import { TabEntry } from './TabEntry'
import { TabMenu } from './TabMenu'
import { useTabActions } from './useTabActions'
import { useTabKeys } from './useTabKeys'
import './tabstrip.css'

/** The visited pages; a middle click closes one, a right click asks what to do. */
export function TabStrip({ path }: { path: string }) {
  const { t } = useTranslation()
  const tabs = useTabs((state) => state.tabs)
  const actions = useTabActions(path)
  const [menu, setMenu] = useState<{ tab: Tab; at: number }>()
  useTabKeys(path)
  const bar = useRef<HTMLDivElement>(null)
  const strip = useActiveInView(path, tabs.length)
  const closeMenu = useCallback(() => {
    setMenu(undefined)
  }, [])

  function openMenu(tab: Tab, event: MouseEvent) {
    event.preventDefault()
    const left = bar.current?.getBoundingClientRect().left ?? 0
    setMenu({ tab, at: event.clientX - left })
  }
  return (
    <div className="tab-bar" ref={bar}>
      <nav className="tabs" aria-label={t('shell.tabs')} ref={strip} onWheel={scrollSideways}>
        {tabs.map((tab) => (
          <TabEntry
            key={tab.path}
            tab={tab}
            active={tab.path === path}
            onClose={() => {
              actions.close(tab)
            }}
            onMenu={(event) => {
              openMenu(tab, event)
            }}
          />
        ))}
      </nav>
      {menu !== undefined && (
        <TabMenu
          at={menu.at}
          onClose={closeMenu}
          onChoose={(action) => {
            actions[action](menu.tab)
          }}
        />
      )}
    </div>
  )
}

/** A wheel without a second axis moves the strip too. */
function scrollSideways(event: WheelEvent<HTMLElement>) {
  if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY
}

function useActiveInView(path: string, count: number) {
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    const active = strip.current?.querySelector('.tab.active')
    active?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path, count])
  return strip
}
