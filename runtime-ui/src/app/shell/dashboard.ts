import type { HomeScreenMeta, MenuNode } from '../../data/screen'

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
      menuName: 'dashboard',
      level: 1,
      noCache: true,
      screen: 'home:dashboard',
    },
    children: [],
  }
}

/** The dashboard's screen, which the server need not compile. */
export function dashboardScreen(title: string): HomeScreenMeta {
  return { kind: 'home', key: 'dashboard', title, release: 0, tables: {}, dropdowns: {} }
}
