import { useNavigate } from '@tanstack/react-router'
import { Menu, type MenuProps } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuNode } from '../../data/screen'
import { useRuntime } from '../runtime'
import { iconOf } from './icons'
import { addressOf, visibleChildren, type Place } from './menus'

type Item = NonNullable<MenuProps['items']>[number]

interface SidebarProps {
  menus: MenuNode[]
  place: Place | undefined
  open: boolean
  mobile: boolean
}

/** The granted menus; one submenu is open at a time. */
export function Sidebar({ menus, place, open, mobile }: SidebarProps) {
  const { t } = useTranslation()
  const { info } = useRuntime()
  const navigate = useNavigate()
  const submenus = useOpenSubmenus(menus, place)
  if (mobile && !open) return null
  return (
    <nav className={open ? 'sidebar' : 'sidebar collapsed'} aria-label={t('shell.menu')}>
      <div className="brand">
        <img src={info?.logo ?? '/favicon.svg'} alt="" width={24} height={24} />
        {open && <strong>{info?.sysName}</strong>}
      </div>
      <Menu
        mode="inline"
        inlineCollapsed={!open}
        subMenuOpenDelay={0.2}
        items={itemsOf(menus, '')}
        selectedKeys={place === undefined ? [] : [place.path]}
        {...(open ? submenus : {})}
        onClick={({ key }) => {
          void navigate({ to: key })
        }}
      />
    </nav>
  )
}

/** Opening a submenu closes those that are not above it. */
function useOpenSubmenus(menus: MenuNode[], place: Place | undefined) {
  const above = place === undefined ? [] : ancestorsOf(menus, place.path)
  const [chosen, setChosen] = useState<{ at: string | undefined; keys: string[] }>()
  const openKeys = chosen !== undefined && chosen.at === place?.path ? chosen.keys : above
  return {
    openKeys,
    onOpenChange: (keys: string[]) => {
      const opened = keys.find((key) => !openKeys.includes(key))
      const next = opened === undefined ? keys : [...ancestorsOf(menus, opened), opened]
      setChosen({ at: place?.path, keys: next })
    },
  }
}

function ancestorsOf(nodes: MenuNode[], path: string, base = ''): string[] {
  for (const node of nodes) {
    const own = addressOf(node, base)
    if (own === path) return []
    const children = node.children ?? []
    const below = ancestorsOf(children, path, own)
    if (below.length > 0 || children.some((child) => addressOf(child, own) === path)) {
      return [own, ...below]
    }
  }
  return []
}

function itemsOf(nodes: MenuNode[], base: string): Item[] {
  return nodes.filter((node) => node.hidden !== true).map((node) => itemOf(node, base))
}

/** A group with one entry is drawn as that entry, unless it says otherwise. */
function itemOf(node: MenuNode, base: string): Item {
  const path = addressOf(node, base)
  const children = visibleChildren(node)
  const [only] = children
  if (only !== undefined && children.length === 1 && node.alwaysShow !== true) {
    return itemOf(only, path)
  }
  const Icon = iconOf(node.meta.icon)
  const icon = node.meta.level === 1 || base === '' ? <Icon /> : null
  const item = { key: path, label: node.meta.title, icon, title: node.meta.title }
  return children.length === 0 ? item : { ...item, children: itemsOf(children, path) }
}
