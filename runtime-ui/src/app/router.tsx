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
  const shell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    beforeLoad: ({ location }) => {
      if (session.user() !== undefined) return
      redirect({ to: '/login', search: { redirect: location.href }, throw: true })
    },
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
    beforeLoad: ({ params }) => {
      leadTo(params._splat ?? '')
    },
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

/** Goes on to an address of the shell, leaving no step back to here. */
function leadTo(path: string) {
  redirect({ to: '/$', params: { _splat: path }, replace: true, throw: true })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
