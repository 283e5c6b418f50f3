import { useEffectEvent, useLayoutEffect } from 'react'

const quiet = 120 // ms after which a digit is a person's: scanners are faster

/** Chooses by number: 1 is the first. A digit that begins a scanned code chooses nothing. */
export function useChoiceKeys(count: number, onChoose: (index: number) => void) {
  const choose = useEffectEvent(onChoose)
  useLayoutEffect(() => {
    if (count === 0) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const listener = ({ key, repeat, ctrlKey, altKey, metaKey }: KeyboardEvent) => {
      clearTimeout(timer)
      if (!/^[1-9]$/.test(key) || Number(key) > count) return
      if (repeat || ctrlKey || altKey || metaKey) return
      timer = setTimeout(choose, quiet, Number(key) - 1)
    }
    window.addEventListener('keydown', listener, true)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', listener, true)
    }
  }, [count])
}
