import { useRef, type KeyboardEvent } from 'react'

const slowest = 35 // ms between two keys of a scanner

/** Tells a scanner from fingers by how fast the keys come. */
export function useTyping() {
  const keys = useRef<number[]>([])
  return {
    note: (event: KeyboardEvent) => {
      if (event.key.length === 1) keys.current.push(event.timeStamp)
    },
    /** What the keys since the last question were; a single key is a finger's. */
    kind: (): 'scan' | 'key' => {
      const times = keys.current
      keys.current = []
      const [first = 0] = times
      const last = times.at(-1) ?? 0
      return times.length > 1 && (last - first) / (times.length - 1) < slowest ? 'scan' : 'key'
    },
  }
}
