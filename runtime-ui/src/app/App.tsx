import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { ConfigProvider } from 'antd'
import { useEffect } from 'react'
import { DataProviderContext, type DataProvider } from '../data/provider'
import { loadLocale } from './antdLocale'
import { LazyNotices } from './notices/LazyNotices'
import { usePreferences } from './preferences'
import type { AppRouter } from './router'
import { RuntimeContext, type Runtime } from './runtime'
import { antdTheme, cssVariables } from './theme'

interface AppProps {
  runtime: Runtime
  data: DataProvider
  queries: QueryClient
  router: AppRouter
}

/** The whole app: its providers around the router. */
export function App({ runtime, data, queries, router }: AppProps) {
  return (
    <RuntimeContext value={runtime}>
      <DataProviderContext value={data}>
        <QueryClientProvider client={queries}>
          <Styled>
            <RouterProvider router={router} />
          </Styled>
        </QueryClientProvider>
      </DataProviderContext>
    </RuntimeContext>
  )
}

/** antd in the person's language, theme and size. */
function Styled({ children }: { children: React.ReactNode }) {
  const { language, theme, size } = usePreferences()
  const locale = useQuery({
    queryKey: ['locale', language],
    queryFn: () => loadLocale(language),
    staleTime: Infinity,
  })
  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dataset['theme'] = theme
    for (const [name, value] of Object.entries(cssVariables(theme, size))) {
      document.documentElement.style.setProperty(name, value)
    }
  }, [language, theme, size])
  if (locale.isPending) return null
  return (
    <ConfigProvider
      {...(locale.data === undefined ? {} : { locale: locale.data })}
      theme={antdTheme(theme, size)}
      button={{ autoInsertSpace: false }}
    >
      <div className="app">{children}</div>
      <LazyNotices />
    </ConfigProvider>
  )
}
