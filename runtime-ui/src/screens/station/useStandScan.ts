import { useQueryClient } from '@tanstack/react-query'
import { useStand } from '../../page/useStand'
import type { AppMeta } from '../../data/app'
import { isBadge } from './useBadges'

/** Codes of workstations that come where goods are scanned: who scans one stands there. */
export function useStandScan() {
  const app = useQueryClient().getQueryData<AppMeta>(['app'])
  const { stand, standAt } = useStand()
  return {
    /** Takes a code that is none of the task's. */
    take: (code: string) => {
      if (stand === undefined || !isBadge(code, app?.settings['workstation_prefix'])) return false
      void standAt(code)
      return true
    },
  }
}
