import type { CustomScreenMeta, HomeScreenMeta, MenuNode } from '../../data/screen'

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

/** One's own account is a fixed route as well, led to by the user's menu. */
export const accountId = -15

/** The node of one's own account; the menu does not show it. */
export function accountNode(title: string): MenuNode {
  return {
    path: '/me',
    hidden: true,
    meta: {
      title,
      icon: 'user',
      menu_Id: accountId,
      menuName: 'me',
      level: 1,
      screen: 'custom:account',
    },
    children: [],
  }
}

/** The screen of one's own account, which the server need not compile. */
export function accountScreen(title: string): CustomScreenMeta {
  return { kind: 'custom', key: 'account', title, release: 0, tables: {}, dropdowns: {} }
}

/** The dashboard's screen, which the server need not compile. */
export function dashboardScreen(title: string): HomeScreenMeta {
  return { kind: 'home', key: 'dashboard', title, release: 0, tables: {}, dropdowns: {} }
}
