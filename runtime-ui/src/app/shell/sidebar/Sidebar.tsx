import { useNavigate } from '@tanstack/react-router'
import { Menu } from 'antd'
import { useTranslation } from 'react-i18next'
import type { MenuNode } from '../../../data/app'
import { mayUseModule, useNoAuth } from '../../modules/modules'
import { useRuntime } from '../../../page/runtime'
import type { Place } from '../../../page/menus'
import { itemsOf } from './items'
import { useOpenSubmenus } from './useOpenSubmenus'

interface SidebarProps {
  menus: MenuNode[]
  places: Map<string, Place>
  place: Place | undefined
  open: boolean
  mobile: boolean
}

/** The granted menus; one submenu is open at a time. */
export function Sidebar({ menus, places, place, open, mobile }: SidebarProps) {
  const { t } = useTranslation()
  const { info } = useRuntime()
  const openPlace = useOpenPlace(places)
  const noAuth = useNoAuth((state) => state.modules)
  const submenus = useOpenSubmenus(menus, place)
  if (mobile && !open) return null
  return (
    <nav className={open ? 'sidebar' : 'sidebar collapsed'} aria-label={t('shell.menu')}>
      <div className="brand">
        <img src={info?.logo ?? '/favicon.svg'} alt="" width={24} height={24} />
        {open && <strong className="clip">{info?.sysName}</strong>}
      </div>
      <Menu
        mode="inline"
        inlineIndent={16}
        inlineCollapsed={!open}
        subMenuOpenDelay={0.2}
        items={itemsOf(menus, noAuth)}
        selectedKeys={place === undefined ? [] : [place.path]}
        {...(open ? submenus : {})}
        onClick={({ key }) => void openPlace(key)}
      />
    </nav>
  )
}

/** Opens an entry, once its module is known to be licensed. */
function useOpenPlace(places: Map<string, Place>) {
  const { client } = useRuntime()
  const navigate = useNavigate()
  return async (path: string) => {
    const module = places.get(path)?.node.meta.module
    if (module !== undefined && !(await mayUseModule(client, module))) return
    if (places.has(path)) await navigate({ to: path })
  }
}
