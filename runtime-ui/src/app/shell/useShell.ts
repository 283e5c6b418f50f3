import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../data/provider'
import { useApp } from '../../data/useApp'
import { setZone } from '../../format/time'
import { notify } from '../../page/notices'
import { refreshLanguages } from '../../page/basicInfo'
import { refreshTexts } from '../../look/texts'
import { portal } from '../../page/site'
import { dashboardNode, fixedNodes } from './dashboard'
import {
  aliasOf,
  firstLeaf,
  indexMenus,
  isGroup,
  resolve,
  type Destination,
} from '../../page/menus'
import { useTabs } from '../../page/tabs'

/** The menus that the person is granted, the place of the path, and news from the server. */
export function useShell() {
  const { t } = useTranslation()
  const app = useApp()
  const zone = app.data?.zone
  useLayoutEffect(() => {
    setZone(zone)
  }, [zone])
  const menus = useMemo(
    () => [dashboardNode(t('shell.dashboard')), ...fixedNodes(t), ...(app.data?.menus ?? [])],
    [app.data, t],
  )
  const places = useMemo(() => indexMenus(menus), [menus])
  const path = useLocation({ select: (location) => location.pathname })
  const destination = useMemo(() => resolve(places, path), [places, path])
  const alias = portal && destination === undefined ? aliasOf(places, path) : undefined

  useLiveEvents(app.data?.release)
  return { app, menus, path, places, destination, alias }
}

interface Address {
  ready: boolean // the menus are known
  path: string
  destination: Destination | undefined
  alias: string | undefined // the same address as the menus write it
}

/**
 * Opens the tab of an address; groups lead to their first leaf, prints to their paper, an alias to its page with its
 * query, unknown addresses to /404. It stands apart, because the query of an address changes while one types and the frame need not know.
 */
export function Visit({ ready, path, destination, alias }: Address) {
  const navigate = useNavigate()
  const search = useLocation({ select: (location) => location.searchStr })
  const visit = useTabs((tabs) => tabs.visit)
  useEffect(() => {
    // A page of paper loads while the frame still stands.
    if (!ready || path === '/' || /^\/(redirect|print)\//.test(path)) return
    if (destination === undefined && alias !== undefined) {
      void navigate({ to: alias, search: true, replace: true })
    } else if (destination === undefined) {
      void navigate({ to: '/404', replace: true })
    } else if (destination.paper !== undefined) {
      void navigate({ to: destination.paper, replace: true })
    } else if (isGroup(destination.place.node)) {
      void navigate({ to: firstLeaf(destination.place) ?? '/404', replace: true })
    } else {
      visit(destination, path, search)
    }
  }, [ready, path, search, destination, alias, navigate, visit])
  return null
}

/** Rows and screens that changed elsewhere are asked for again. */
function useLiveEvents(release: number | undefined) {
  const data = useData()
  const queries = useQueryClient()
  const known = useRef(release)
  useEffect(() => {
    known.current = release
  }, [release])
  const ready = release !== undefined
  useEffect(() => {
    if (!ready) return
    return data.live((event) => {
      if (event.type === 'data')
        void queries.invalidateQueries({ queryKey: ['table', event.table] })
      if (event.type === 'notice') void queries.invalidateQueries({ queryKey: ['notices'] })
      // Each connection begins with the release in use.
      if (event.type === 'release' && event.release !== known.current) {
        known.current = event.release
        void Promise.all([refreshTexts(), refreshLanguages()]).then(() => {
          notify.success('msg.new_release')
        })
        void queries.invalidateQueries({ queryKey: ['app'] })
        void queries.invalidateQueries({ queryKey: ['screen'] })
      }
    })
  }, [ready, data, queries])
}
