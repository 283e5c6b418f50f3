import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Button, Skeleton } from 'antd'
import { memo, Suspense, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dashboardId, dashboardScreen, fixedScreen } from './dashboard'
import { fullPath, useTabs } from '../../page/tabs'
import { Html } from '../../look/Html'
import { useData } from '../../data/provider'
import { PageContext, type Page } from '../../page/page'
import { Screen } from '../../screens/Screen'

interface ScreenPageProps {
  path: string
  search: string
  base: string
  menuId: number
  record: number | 'new' | undefined
}

/** One page of the shell: the compiled screen of a menu entry, or one record of it. */
export const ScreenPage = memo(function ScreenPage(props: ScreenPageProps) {
  const { path, base, menuId, record } = props
  const { t } = useTranslation()
  const data = useData()
  // Another query is drawn in slices, so that it does not hold up who is still typing.
  const search = useDeferredValue(props.search)
  const page = useShellPage(path, search, base)
  const screen = useQuery({
    queryKey: ['screen', menuId],
    queryFn: ({ signal }) => {
      if (menuId === dashboardId) return dashboardScreen(t('shell.dashboard'))
      return fixedScreen(menuId, t) ?? data.screen({ menuId }, signal)
    },
    staleTime: Infinity,
  })
  if (screen.isPending) return <Skeleton active className="padded" />
  if (screen.isError) {
    return (
      <Alert
        type="error"
        showIcon
        title={t('page.failed')}
        description={<Html text={screen.error.message} />}
        action={<Button onClick={() => void screen.refetch()}>{t('ui.retry')}</Button>}
      />
    )
  }
  return (
    <PageContext value={page}>
      <Suspense fallback={<Skeleton active className="padded" />}>
        <Screen screen={screen.data} record={record} />
      </Suspense>
    </PageContext>
  )
})

function useShellPage(path: string, search: string, base: string): Page {
  const navigate = useNavigate()
  const { rename, turn, close } = useTabs()
  return useMemo(
    () => ({
      path,
      search,
      base,
      ask: (next, replace) => void navigate({ href: path + next, replace }),
      open: (to) => void navigate({ href: asLeft(to) }),
      turn: (record) => {
        const to = `${base}/${record}`
        turn(path, to, record)
        void navigate({ href: asLeft(to) })
      },
      rename: (label) => {
        rename(path, label)
      },
      close: () => {
        close(path)
        void navigate({ href: asLeft(base) })
      },
    }),
    [path, search, base, navigate, rename, turn, close],
  )
}

/** The address of a page that is open already comes with the query that it was left with. */
function asLeft(address: string): string {
  const tab = useTabs.getState().tabs.find(({ path }) => path === address)
  return tab === undefined ? address : fullPath(tab)
}
