import { Link } from '@tanstack/react-router'
import { Breadcrumb } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Place } from '../menus'

/** The way from the dashboard to here; where there is little room, its end. */
export function Crumbs({ place }: { place: Place | undefined }) {
  const { t } = useTranslation()
  const trail = place === undefined ? [] : [...place.trail, place.node]
  const atHome = place?.path === '/dashboard'
  const home = { key: 'home', title: <Link to="/">{t('shell.dashboard')}</Link> }
  const items = trail.map((node) => ({ key: node.meta.menu_Id, title: node.meta.title }))
  return (
    <nav className="crumbs grow" aria-label={t('shell.breadcrumbs')}>
      <Breadcrumb items={atHome ? items : [home, ...items]} />
    </nav>
  )
}
