import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { DataProviderContext, type DataProvider } from '../data/provider'
import { LazyNotices } from './notices/LazyNotices'
import { usePreferences } from '../look/preferences'
import type { AppRouter } from './router'
import { RuntimeContext, type Runtime } from '../page/runtime'
import { cssVariables } from '../look/theme'

interface AppProps {
  runtime: Runtime
  data: DataProvider
  queries: QueryClient
  router: AppRouter
}

/** The whole app: its providers around the router. */
export function App({ runtime, data, queries, router }: AppProps) {
  useDocumentLook()
  return (
    <RuntimeContext value={runtime}>
      <DataProviderContext value={data}>
        <QueryClientProvider client={queries}>
          <div className="app">
            <RouterProvider router={router} />
          </div>
          <LazyNotices />
        </QueryClientProvider>
      </DataProviderContext>
    </RuntimeContext>
  )
}

/** The document in the person's language, theme and size, for our own style sheets. */
function useDocumentLook() {
  const { language, theme, size } = usePreferences()
  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dataset['theme'] = theme
    for (const [name, value] of Object.entries(cssVariables(theme, size))) {
      document.documentElement.style.setProperty(name, value)
    }
  }, [language, theme, size])
}
