import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from '../../page/useNotify'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import type { ApiKey, MadeKey, NewKey } from '../../data/upkeep'

/** The keys of other systems, or one's own, and the one that was just made. */
export function useKeys(whose: 'keys' | 'ownKeys') {
  const keys = useData().upkeep[whose]
  const key = ['upkeep', whose]
  const notify = useNotify()
  const queries = useQueryClient()
  const [made, setMade] = useState<MadeKey>()
  const list = useQuery({ queryKey: key, queryFn: ({ signal }) => keys.list(signal) })

  /** Runs a change and tells whether it went well. */
  async function change(run: () => Promise<MadeKey | undefined>) {
    try {
      setMade(await run())
      return true
    } catch (error) {
      notify.failure(error)
      return false
    } finally {
      await queries.invalidateQueries({ queryKey: key })
    }
  }

  return {
    rows: list.data ?? [],
    error: list.error,
    loading: list.isPending,
    made,
    forget: () => {
      setMade(undefined)
    },
    create: (asked: NewKey) => change(() => keys.create(asked, newUuid())),
    rotate: (old: ApiKey) => change(() => keys.rotate(old.id, nextExpiry(old), newUuid())),
    revoke: (old: ApiKey) =>
      change(async () => {
        await keys.revoke(old.id, newUuid())
        return undefined
      }),
  }
}

/** A key that follows another lives as long as that one was given. */
export function nextExpiry({ createdAt, expiresAt }: ApiKey, now = Date.now()): string {
  return new Date(now + Date.parse(expiresAt) - Date.parse(createdAt)).toISOString()
}
