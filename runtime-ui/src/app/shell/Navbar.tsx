import { FullscreenOutlined, MenuOutlined, UserOutlined } from '@ant-design/icons'
import { Link, useNavigate } from '@tanstack/react-router'
import { Breadcrumb, Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { useRuntime } from '../runtime'
import { useNotify } from '../useNotify'
import { LanguageSelect } from './LanguageSelect'
import type { Place } from './menus'
import { SizeSelect } from './SizeSelect'
import { useLogout } from './useLogout'

interface NavbarProps {
  place: Place | undefined
  mobile: boolean
  onToggle: () => void
}

export function Navbar({ place, mobile, onToggle }: NavbarProps) {
  const { t } = useTranslation()
  const { info } = useRuntime()
  return (
    <header className="navbar">
      <Button
        type="text"
        icon={<MenuOutlined />}
        aria-label={t('shell.toggle_menu')}
        onClick={onToggle}
      />
      {mobile ? (
        <strong className="grow clip">{place?.node.meta.title}</strong>
      ) : (
        <Crumbs place={place} />
      )}
      {!mobile && <span className="quiet clip">{info?.sysName}</span>}
      {!mobile && <FullscreenButton />}
      <SizeSelect />
      <LanguageSelect />
      <UserMenu />
    </header>
  )
}

/** The way from the dashboard to here. */
function Crumbs({ place }: { place: Place | undefined }) {
  const { t } = useTranslation()
  const trail = place === undefined ? [] : [...place.trail, place.node]
  const atHome = place?.path === '/dashboard'
  const home = { key: 'home', title: <Link to="/">{t('shell.dashboard')}</Link> }
  const items = trail.map((node) => ({ key: node.meta.menu_Id, title: node.meta.title }))
  return (
    <nav className="grow" aria-label={t('shell.breadcrumbs')}>
      <Breadcrumb items={atHome ? items : [home, ...items]} />
    </nav>
  )
}

function FullscreenButton() {
  const { t } = useTranslation()
  const notify = useNotify()
  async function toggle() {
    if (!document.fullscreenEnabled) {
      notify.warning('msg.no_fullscreen')
    } else if (document.fullscreenElement === null) {
      await document.documentElement.requestFullscreen()
    } else {
      await document.exitFullscreen()
    }
  }
  return (
    <Button
      type="text"
      icon={<FullscreenOutlined />}
      title={t('shell.fullscreen')}
      aria-label={t('shell.fullscreen')}
      onClick={() => void toggle()}
    />
  )
}

function UserMenu() {
  const { t } = useTranslation()
  const { session } = useRuntime()
  const navigate = useNavigate()
  const logout = useLogout()
  const user = session.user()
  const name = user?.userTrueName ?? ''
  const version = user?.VersionName ?? ''
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'home', label: t('shell.dashboard') },
          { key: 'logout', label: t('shell.logout') },
        ],
        onClick: ({ key }) => {
          void (key === 'logout' ? logout() : navigate({ to: '/' }))
        },
      }}
    >
      <Button type="text" icon={<UserOutlined />} aria-label={t('shell.user_menu', { name })}>
        <span className="user-name">
          {name} {version !== '' && <span className="quiet">({version})</span>}
        </span>
      </Button>
    </Dropdown>
  )
}
