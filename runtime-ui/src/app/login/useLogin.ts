import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CallError } from '../../data/envelope'
import type { LoginAnswer } from '../../data/session'
import { readCookie } from '../../data/cookies'
import { deviceSecret } from '../../data/devices'
import { asLanguage } from '../preferences'
import { useRuntime } from '../runtime'
import { useLanguage } from '../useLanguage'
import { targetOf } from './target'

/** What a person shows: account and password, or on an enrolled device a badge and its PIN. */
export type Credentials = { account: string; password: string } | { badge: string; pin: string }

export type Login = ReturnType<typeof useLogin>

/** Signs in and goes on to where the person wanted to be; a revoked device is told to the page. */
export function useLogin(onRevoked: () => void) {
  const { client, session } = useRuntime()
  const { redirect } = useSearch({ from: '/login' })
  const navigate = useNavigate()
  const { switchTo } = useLanguage()
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      const body =
        'badge' in credentials
          ? { ...credentials, device: deviceSecret.read() }
          : { userType: session.userType, ...credentials }
      const answer = await client.post<LoginAnswer>('/api/auth/login', body, { open: true })
      await session.open(answer)
      // A language chosen in this browser wins over the account's.
      if (answer.language !== null && readCookie('language') === undefined) {
        await switchTo(asLanguage(answer.language))
      }
      await navigate({ href: targetOf(redirect), replace: true })
    },
    onError: (error) => {
      if (!isRevoked(error)) return
      deviceSecret.forget()
      onRevoked()
    },
  })
}

function isRevoked(error: unknown): boolean {
  return (
    error instanceof CallError && (error.data as { reason?: string } | null)?.reason === 'device'
  )
}
