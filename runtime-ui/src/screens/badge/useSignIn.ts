import { CallError } from '../../data/envelope'
import { readCookie } from '../../data/cookies'
import { deviceSecret, ownBadge } from '../../data/devices'
import type { LoginAnswer } from '../../data/session'
import { knownLanguage } from '../../format/languages'
import { useRuntime } from '../../page/runtime'
import { useLanguage } from '../../look/useLanguage'

/** What a person shows on an enrolled device. */
export interface BadgeProof {
  badge: string
  pin: string
}

/** What a person shows: account and password, or on an enrolled device a badge and its PIN. */
export type Credentials = { account: string; password: string } | BadgeProof

/** A person whom the server knows, and who is not signed in here yet. */
export interface Proven {
  answer: LoginAnswer
  badge: string | undefined
}

/** The two halves of a login: the server's word for it, and the session on this device. */
export function useSignIn() {
  const { client, session } = useRuntime()
  const { switchTo } = useLanguage()
  return {
    /** A device that was revoked forgets that it was ever enrolled. */
    prove: async (credentials: Credentials): Promise<Proven> => {
      const badge = 'badge' in credentials ? credentials.badge : undefined
      const body =
        badge === undefined
          ? { userType: session.userType, ...credentials }
          : { ...credentials, device: deviceSecret.read() }
      try {
        const answer = await client.post<LoginAnswer>('/api/auth/login', body, { open: true })
        return { answer, badge }
      } catch (error) {
        if (isRevoked(error)) deviceSecret.forget()
        throw error
      }
    },
    open: async ({ answer, badge }: Proven) => {
      await session.open(answer)
      ownBadge.write(badge)
      // A language chosen in this browser wins over the account's.
      if (answer.language !== null && readCookie('language') === undefined) {
        await switchTo(knownLanguage(answer.language))
      }
    },
  }
}

/** True when badges are refused because an administrator revoked the device. */
export function isRevoked(error: unknown): boolean {
  return (
    error instanceof CallError && (error.data as { reason?: string } | null)?.reason === 'device'
  )
}
