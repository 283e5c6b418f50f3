import { Link } from '@tanstack/react-router'
import { Breadcrumb } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Place } from '../../../page/menus'

/**
 * The way from the dashboard to the page; where there is little room, its end. The page says its
 * title itself, so that a list stands in the way of its records only, as a link back; a station,
 * which has no room for its title, is named here.
 */
export function Crumbs({ place, path }: { place: Place | undefined; path: string }) {
  const { t } = useTranslation()
  const atHome = place?.path === '/dashboard'
  const atStation = place?.node.meta.screen?.startsWith('station:') === true
  const home = { key: 'home', title: <Link to="/">{t('shell.dashboard')}</Link> }
  const items: { key: number; title: ReactNode }[] = (place?.trail ?? []).map(({ meta }) => ({
    key: meta.menu_Id,
    title: meta.title,
  }))
  if (place !== undefined && (atHome || atStation || place.path !== path)) {
    items.push(crumbOf(place, path))
  }
  return (
    <nav className="crumbs grow" aria-label={t('shell.breadcrumbs')}>
      <Breadcrumb items={atHome ? items : [home, ...items]} />
    </nav>
  )
}

function crumbOf({ path, node: { meta } }: Place, at: string): { key: number; title: ReactNode } {
  const here = path === '/dashboard' || path === at
  return { key: meta.menu_Id, title: here ? meta.title : <Link to={path}>{meta.title}</Link> }
}
