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
import { NotFound } from './pages/NotFound'
import { NotSignedIn } from './pages/NotSignedIn'
import { RedirectPage } from './pages/RedirectPage'
import { basePath } from './site'

export type AppRouter = ReturnType<typeof createAppRouter>

/** The fixed routes; whatever stands in the menus is drawn by the shell. */
export function createAppRouter({ session }: { session: Session }) {
  const root = createRootRoute({
    component: Outlet,
    notFoundComponent: () => <Navigate to="/404" />,
  })
  const login = createRoute({
    getParentRoute: () => root,
    path: '/login',
    validateSearch: (search): { redirect?: string } =>
      typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {},
    component: lazyRouteComponent(() => import('./login/LoginPage'), 'LoginPage'),
  })
  const notFound = createRoute({ getParentRoute: () => root, path: '/404', component: NotFound })
  const notSignedIn = createRoute({
    getParentRoute: () => root,
    path: '/401',
    component: NotSignedIn,
  })
  const shell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    beforeLoad: ({ location }) => {
      if (session.user() !== undefined) return
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's own way
      throw redirect({ to: '/login', search: { redirect: location.href } })
    },
    component: lazyRouteComponent(() => import('./shell/Shell'), 'Shell'),
  })
  const index = createRoute({
    getParentRoute: () => shell,
    path: '/',
    component: () => <Navigate to="/$" params={{ _splat: 'dashboard' }} replace />,
  })
  const refresh = createRoute({
    getParentRoute: () => shell,
    path: '/redirect/$',
    component: RedirectPage,
  })
  const screen = createRoute({ getParentRoute: () => shell, path: '/$' })

  return createRouter({
    routeTree: root.addChildren([
      login,
      notFound,
      notSignedIn,
      shell.addChildren([index, refresh, screen]),
    ]),
    basepath: basePath,
    defaultPreload: false,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
