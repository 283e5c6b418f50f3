import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import { useMemo, useState, type ReactNode } from 'react'
import { DataProviderContext, type DataProvider } from '../data/provider'
import { PageContext, type Page } from '../page/page'
import { sampleProvider } from './sampleProvider'

interface SampleProps {
  data?: DataProvider
  page?: Partial<Page>
  children: ReactNode
}

/** What screens stand in, over sample rows; tests and previews render inside it. */
export function Sample({ data, page, children }: SampleProps) {
  const queries = useMemo(
    () => new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    [],
  )
  const [search, setSearch] = useState('')
  const nowhere: Page = {
    base: '/sample',
    path: '/sample',
    search,
    ask: setSearch,
    open: () => undefined,
    turn: () => undefined,
    rename: () => undefined,
    close: () => undefined,
  }
  return (
    <QueryClientProvider client={queries}>
      <DataProviderContext value={data ?? sampleProvider()}>
        <PageContext value={{ ...nowhere, ...page }}>
          <App>{children}</App>
        </PageContext>
      </DataProviderContext>
    </QueryClientProvider>
  )
}
