import { Link } from '@tanstack/react-router'
import { Breadcrumb } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Place } from '../../../page/menus'

/**
 * The way from the dashboard to the page; where there is little room, its end. The page says its
 * title itself, so that a list stands in the way of its records only, as a link back.
 */
export function Crumbs({ place, path }: { place: Place | undefined; path: string }) {
  const { t } = useTranslation()
  const atHome = place?.path === '/dashboard'
  const home = { key: 'home', title: <Link to="/">{t('shell.dashboard')}</Link> }
  const items: { key: number; title: ReactNode }[] = (place?.trail ?? []).map(({ meta }) => ({
    key: meta.menu_Id,
    title: meta.title,
  }))
  if (place !== undefined && (atHome || place.path !== path)) items.push(crumbOf(place))
  return (
    <nav className="crumbs grow" aria-label={t('shell.breadcrumbs')}>
      <Breadcrumb items={atHome ? items : [home, ...items]} />
    </nav>
  )
}

function crumbOf({ path, node: { meta } }: Place): { key: number; title: ReactNode } {
  const here = path === '/dashboard'
  return { key: meta.menu_Id, title: here ? meta.title : <Link to={path}>{meta.title}</Link> }
}
