import { QueryCache, QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { createClient } from '../data/client'
import { CallError } from '../data/envelope'
import { httpProvider } from '../data/httpProvider'
import { remembering } from '../data/remembering'
import { sessionOf } from '../data/session'
import { knownLanguage, learnLanguages } from '../format/languages'
import { App } from './App'
import { fetchBasicInfo, userTypeOf, type BasicInfo } from '../page/basicInfo'
import { watchErrors } from './errors/errorLog'
import { notify } from '../page/notices'
import { trialOf } from '../page/trial'
import { usePreferences } from '../look/preferences'
import { createAppRouter } from './router'
import { startTexts, switchTexts } from '../look/texts'

/** Prepares everything that the first picture needs. */
export async function start() {
  watchErrors()
  const language = () => usePreferences.getState().language
  const [info] = await Promise.all([fetchBasicInfo(), startTexts(language())])
  await speak(info)
  document.title = info?.sysName ?? document.title

  const session = sessionOf(userTypeOf(info))
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: tellFault }),
    defaultOptions: {
      // Without a network the provider answers from what it remembers, or says what is wrong.
      queries: { retry: 1, refetchOnWindowFocus: false, staleTime: 2_000, networkMode: 'always' },
    },
  })
  const router = createAppRouter({ session })
  const client = createClient({
    session,
    language,
    text: (key, values = {}) => i18next.t(key, values),
    onLoggedOut: () => {
      queries.clear()
      notify.failure('msg.not_logged_in')
      void router.navigate({ to: '/login', search: { redirect: router.state.location.href } })
    },
  })
  const token = () => session.user()?.accessToken ?? ''
  const trial = trialOf()
  return (
    <App
      runtime={{ session, client, info, trial }}
      data={
        trial === undefined
          ? remembering(httpProvider(client), token)
          : httpProvider(client.under(trial))
      }
      queries={queries}
      router={router}
    />
  )
}

/** Takes the product's languages, and another than the chosen one where that is none of them. */
async function speak(info: BasicInfo | undefined) {
  learnLanguages(info?.languageDetails)
  const { language } = usePreferences.getState()
  const spoken = knownLanguage(language)
  if (info === undefined || spoken === language) return
  await switchTexts(spoken)
  usePreferences.setState({ language: spoken })
}

/** A read that the server failed, or did not answer, is told beside what its page says of it. */
function tellFault(error: Error) {
  if (error instanceof CallError && [0, 500].includes(error.status)) notify.failure(error)
}
