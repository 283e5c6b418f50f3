import { QueryClient } from '@tanstack/react-query'
import { createClient } from '../data/client'
import { httpProvider } from '../data/httpProvider'
import { sessionOf } from '../data/session'
import { App } from './App'
import { fetchBasicInfo, userTypeOf } from './basicInfo'
import { usePreferences } from './preferences'
import { createAppRouter } from './router'
import { startTexts } from './texts'

/** Prepares everything that the first picture needs. */
export async function start() {
  const language = () => usePreferences.getState().language
  const [info] = await Promise.all([fetchBasicInfo(), startTexts(language())])
  document.title = info?.sysName ?? document.title

  const session = sessionOf(userTypeOf(info))
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false, staleTime: 2_000 } },
  })
  const router = createAppRouter({ session })
  const client = createClient({
    session,
    language,
    onLoggedOut: () => {
      queries.clear()
      void router.navigate({ to: '/login', search: { redirect: router.state.location.href } })
    },
  })
  return (
    <App
      runtime={{ session, client, info }}
      data={httpProvider(client)}
      queries={queries}
      router={router}
    />
  )
}
