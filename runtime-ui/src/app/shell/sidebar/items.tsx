import type { MenuProps } from 'antd'
import type { MenuNode } from '../../../data/app'
import { iconOf } from '../../../look/icons/iconOf'
import { addressOf, isExternal, visibleChildren } from '../../../page/menus'

type Item = NonNullable<MenuProps['items']>[number]

/** The menus as they are drawn; entries of modules without a licence are marked and rest. */
export function itemsOf(nodes: MenuNode[], noAuth: string[], base = ''): Item[] {
  return nodes
    .filter((node) => node.hidden !== true)
    .map((node) => itemOf(node, noAuth, base, base === '' ? node.meta.icon : undefined))
}

/** A group with one entry is drawn as that entry with its icon, unless it says otherwise. */
function itemOf(node: MenuNode, noAuth: string[], base: string, top: string | undefined): Item {
  const path = addressOf(node, base)
  const children = visibleChildren(node)
  const [only] = children
  if (only !== undefined && children.length === 1 && node.alwaysShow !== true) {
    return itemOf(only, noAuth, path, top)
  }
  const { icon, level, module, title } = node.meta
  const Icon = iconOf(top ?? icon)
  const item = {
    key: path,
    label: isExternal(path) ? <Outward href={path} title={title} /> : title,
    icon: level === 1 || base === '' || top !== undefined ? <Icon /> : null,
    title,
  }
  if (children.length > 0) return { ...item, children: itemsOf(children, noAuth, path) }
  const marked = module !== undefined && noAuth.includes(module)
  return marked ? { ...item, disabled: true, className: 'no-auth' } : item
}

function Outward({ href, title }: { href: string; title: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {title}
    </a>
  )
}
