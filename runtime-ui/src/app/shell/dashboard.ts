import type { CustomScreenMeta, HomeScreenMeta } from '../../data/screen'
import type { MenuNode } from '../../data/app'

/** The dashboard is a fixed route: everybody who signed in has it, whatever is granted. */
export const dashboardId = -14

/** The dashboard's node of the menu tree, before all others. */
export function dashboardNode(title: string): MenuNode {
  return {
    path: '/dashboard',
    meta: {
      title,
      icon: 'home',
      menu_Id: dashboardId,
      menuName: title,
      level: 1,
      noCache: true,
      screen: 'home:dashboard',
    },
    children: [],
  }
}

/** Fixed routes as well, led to by the user's menu and by the bell. */
const fixed = [
  { id: -15, path: '/me', icon: 'user', key: 'account', title: 'account.title' },
  { id: -16, path: '/notices', icon: 'bell', key: 'notices', title: 'notice.title' },
]

/** The nodes of the fixed routes; the menu does not show them. */
export function fixedNodes(t: (key: string) => string): MenuNode[] {
  return fixed.map(({ id, path, icon, key, title }) => ({
    path,
    hidden: true,
    meta: {
      title: t(title),
      icon,
      menu_Id: id,
      menuName: t(title),
      level: 1,
      screen: `custom:${key}`,
    },
    children: [],
  }))
}

/** The screen of a fixed route, which the server need not compile. */
export function fixedScreen(
  menuId: number,
  t: (key: string) => string,
): CustomScreenMeta | undefined {
  const found = fixed.find(({ id }) => id === menuId)
  if (found === undefined) return undefined
  const { key, title } = found
  return { kind: 'custom', key, title: t(title), release: 0, tables: {}, dropdowns: {} }
}

/** The dashboard's screen, which the server need not compile. */
export function dashboardScreen(title: string): HomeScreenMeta {
  return { kind: 'home', key: 'dashboard', title, release: 0, tables: {}, dropdowns: {} }
}
