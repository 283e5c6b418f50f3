import { useEffect } from 'react'
import { connectionLost } from '../../data/connection'
import { useRuntime } from '../../page/runtime'

const pause = 5_000 // ms between two attempts to reach the server

/**
 * Notices a lost network before a call fails, and asks the server from time to time while it is
 * lost: only an answer tells that it works again.
 */
export function useProbe(lost: boolean) {
  const { client } = useRuntime()
  useEffect(() => {
    addEventListener('offline', connectionLost)
    return () => {
      removeEventListener('offline', connectionLost)
    }
  }, [])
  useEffect(() => {
    if (!lost) return
    const probe = () => {
      const options = { open: true, background: true, timeout: pause }
      client.post('/api/sys/basicInfo/getInfo', {}, options).catch(() => undefined)
    }
    const timer = setInterval(probe, pause)
    addEventListener('online', probe)
    return () => {
      clearInterval(timer)
      removeEventListener('online', probe)
    }
  }, [lost, client])
}
