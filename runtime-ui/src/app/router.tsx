import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { Session } from '../data/session'
import { LoginPage } from './login/LoginPage'
import { useTabs } from '../page/tabs'
import { basePath } from '../page/site'

export type AppRouter = ReturnType<typeof createAppRouter>

/** The fixed routes; whatever stands in the menus is drawn by the shell. */
export function createAppRouter({ session }: { session: Session }) {
  const root = createRootRoute({
    component: Outlet,
    notFoundComponent: () => <Navigate to="/404" />,
  })
  const signedIn = ({ location }: { location: { href: string } }) => {
    if (session.user() !== undefined) return
    redirect({ to: '/login', search: { redirect: location.href }, throw: true })
  }
  const login = createRoute({
    getParentRoute: () => root,
    path: '/login',
    validateSearch: redirectOf,
    component: LoginPage,
  })
  const forget = createRoute({
    getParentRoute: () => root,
    path: '/forget-pwd',
    component: lazyRouteComponent(() => import('./login/ForgetPage'), 'ForgetPage'),
  })
  const register = createRoute({
    getParentRoute: () => root,
    path: '/reg',
    component: lazyRouteComponent(() => import('./login/RegisterPage'), 'RegisterPage'),
  })
  const authRedirect = createRoute({
    getParentRoute: () => root,
    path: '/auth-redirect',
    validateSearch: redirectOf,
    component: lazyRouteComponent(() => import('./pages/AuthRedirect'), 'AuthRedirect'),
  })
  const notFound = createRoute({
    getParentRoute: () => root,
    path: '/404',
    component: lazyRouteComponent(() => import('./pages/NotFound'), 'NotFound'),
  })
  const notSignedIn = createRoute({
    getParentRoute: () => root,
    path: '/401',
    component: lazyRouteComponent(() => import('./pages/NotSignedIn'), 'NotSignedIn'),
  })
  const styled = createRoute({
    getParentRoute: () => root,
    id: 'styled',
    component: lazyRouteComponent(() => import('./Styled'), 'StyledPages'),
  })
  const shell = createRoute({
    getParentRoute: () => styled,
    id: 'shell',
    beforeLoad: signedIn,
    component: lazyRouteComponent(() => import('./shell/Shell'), 'Shell'),
  })
  const index = createRoute({
    getParentRoute: () => shell,
    path: '/',
    beforeLoad: () => {
      leadTo('dashboard')
    },
  })
  const refresh = createRoute({
    getParentRoute: () => shell,
    path: '/redirect/$',
    beforeLoad: ({ params, search }) => {
      const path = params._splat ?? ''
      useTabs.getState().refresh(`/${path}`)
      leadTo(path, search)
    },
  })
  const paper = createRoute({
    getParentRoute: () => styled,
    id: 'paper',
    beforeLoad: signedIn,
    component: Outlet,
  })
  const printOfMenu = createRoute({
    getParentRoute: () => paper,
    path: '/print/base/$menu/$ids',
    component: lazyRouteComponent(() => import('../screens/print/PrintPage'), 'PrintOfMenu'),
  })
  const printOfType = createRoute({
    getParentRoute: () => paper,
    path: '/print/base2/$type/$ids',
    component: lazyRouteComponent(() => import('../screens/print/PrintPage'), 'PrintOfType'),
  })
  const screen = createRoute({ getParentRoute: () => shell, path: '/$' })

  return createRouter({
    routeTree: root.addChildren([
      login,
      forget,
      register,
      authRedirect,
      notFound,
      notSignedIn,
      styled.addChildren([
        paper.addChildren([printOfMenu, printOfType]),
        shell.addChildren([index, refresh, screen]),
      ]),
    ]),
    basepath: basePath,
    defaultPreload: false,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch,
  })
}

/** The address to go on to, as the query names it. */
function redirectOf(search: Record<string, unknown>): { redirect?: string } {
  return typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {}
}

/** Goes on to an address of the shell, leaving no step back to here. */
function leadTo(path: string, search = {}) {
  redirect({ to: '/$', params: { _splat: path }, search, replace: true, throw: true })
}

/** A query as it was written: text by text, so that a code like 007 stays what it is. */
function stringifySearch(search: Record<string, string | undefined>): string {
  const given = Object.entries(search).filter((pair): pair is [string, string] => pair[1] != null)
  const text = new URLSearchParams(given).toString().replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
