import { useEffect, useState, type RefObject } from 'react'

const least = 0.5 // px of a mm
const most = 24
const largestFit = 10
const frame = 56 // px beside a page: ruler and edge

/** How many px a mm is; a page fits until somebody chooses otherwise. */
export function useZoom(room: RefObject<HTMLElement | null>, width: number) {
  const [chosen, setChosen] = useState<number>()
  const [available, setAvailable] = useState(0)
  useEffect(() => {
    const element = room.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      setAvailable(element.clientWidth)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
    }
  }, [room])
  const fit = Math.min(largestFit, Math.max(least, (available - frame) / Math.max(width, 1)))
  const zoom = chosen ?? fit
  return {
    zoom,
    by: (factor: number) => {
      setChosen(Math.min(most, Math.max(least, zoom * factor)))
    },
    fit: () => {
      setChosen(undefined)
    },
  }
}
