import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AppMeta, Stand } from '../data/app'
import { useData } from '../data/provider'
import { randomHex } from '../data/random'
import { useApp } from '../data/useApp'
import { useNotify } from './useNotify'

/** Where the person stands, and what prints there: undefined where there are no workstations. */
export function useStand() {
  const { t } = useTranslation()
  const data = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const app = useApp()

  async function standAt(code: string) {
    try {
      const stand = await data.account.stand(code, randomHex(16))
      queries.setQueryData<AppMeta>(['app'], (old) => old && { ...old, stand })
      if (code !== '') notify.success(t('stand.now', { code }))
    } catch (error) {
      notify.failure(error)
    }
  }

  return { stand: app.data?.stand ?? undefined, standAt }
}

/** The workstation that the person stands at. */
export function standing(stand: Stand | undefined): string | undefined {
  return stand === undefined || stand.code === '' ? undefined : stand.code
}
