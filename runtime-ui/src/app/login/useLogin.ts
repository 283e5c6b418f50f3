import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { LoginAnswer } from '../../data/session'
import { readCookie } from '../../data/cookies'
import { asLanguage } from '../preferences'
import { useRuntime } from '../runtime'
import { useLanguage } from '../useLanguage'
import { targetOf } from './target'

export interface Credentials {
  account: string
  password: string
}

/** Signs in and goes on to where the person wanted to be. */
export function useLogin() {
  const { client, session } = useRuntime()
  const { redirect } = useSearch({ from: '/login' })
  const navigate = useNavigate()
  const { switchTo } = useLanguage()
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      const body = { userType: session.userType, ...credentials }
      const answer = await client.post<LoginAnswer>('/api/auth/login', body, { open: true })
      await session.open(answer)
      // A language chosen in this browser wins over the account's.
      if (answer.language !== null && readCookie('language') === undefined) {
        await switchTo(asLanguage(answer.language))
      }
      await navigate({ href: targetOf(redirect), replace: true })
    },
  })
}
