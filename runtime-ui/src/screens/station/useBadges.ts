import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../page/useNotify'
import { deviceSecret, ownBadge } from '../../data/devices'
import type { AppMeta } from '../../data/app'

/** Badges that come where goods are scanned: whose PIN is asked for, and what begins so. */
export function useBadges() {
  const { t } = useTranslation()
  const notify = useNotify()
  const app = useQueryClient().getQueryData<AppMeta>(['app'])
  const [asked, setAsked] = useState<string>() // the badge; empty when it is still to be scanned
  const [shared] = useState(() => deviceSecret.read() !== undefined)

  return {
    asked,
    shared,
    person: app?.user.userTrueName ?? '',
    /** Takes a code that is none of the task's; nothing is, while a PIN is asked for. */
    take: (code: string) => {
      if (!shared || !isBadge(code, app?.settings['badge_prefix'])) return asked !== undefined
      if (ownBadge.is(code)) notify.success(t('handover.own'))
      else setAsked(code)
      return true
    },
    ask: () => {
      setAsked('')
    },
    stay: () => {
      setAsked(undefined)
    },
  }
}

export type Badges = ReturnType<typeof useBadges>

/** Badges are told by how they begin, so that no scan waits for the server's word. */
export function isBadge(code: string, prefix: unknown): boolean {
  return typeof prefix === 'string' && prefix !== '' && code.startsWith(prefix)
}
