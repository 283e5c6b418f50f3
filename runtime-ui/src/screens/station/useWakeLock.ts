import { useEffect } from 'react'

/** Keeps the screen lit while a task is under way; browsers allow it over HTTPS only. */
export function useWakeLock(working: boolean) {
  useEffect(() => {
    if (!working || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let left = false
    const hold = async () => {
      // Refused when the battery is low or the page out of view; the task goes on without it.
      const held = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (left) await held?.release()
      else lock = held
    }
    const renew = () => {
      if (document.visibilityState === 'visible') void hold()
    }
    renew()
    document.addEventListener('visibilitychange', renew)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', renew)
      void lock?.release()
    }
  }, [working])
}
