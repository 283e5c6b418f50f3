import { useEffect, useState } from 'react'

/** A value once it has stood still for some ms. */
export function usePaused<T>(value: T, ms: number): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => {
      setPaused(value)
    }, ms)
    return () => {
      clearTimeout(timer)
    }
  }, [value, ms])
  return paused
}
