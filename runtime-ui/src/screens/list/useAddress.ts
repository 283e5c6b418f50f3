import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ListMeta } from '../../data/screen'
import { usePage } from '../../page/page'
import { readAddress, writeAddress, type Asked } from './address'

const typingPause = 250 // ms

/** What a list is asked for: it lives in the address, so that back, forward and copies work. */
export function useAddress(list: ListMeta) {
  const { search: query, ask } = usePage()
  const asked = useMemo(() => readAddress(list, query), [list, query])
  const latest = useRef(query) // asked for, though perhaps not drawn yet
  useLayoutEffect(() => {
    latest.current = query
  }, [query])

  /** Asks for something else; what is asked for anew begins at its first page. */
  function change(next: Partial<Asked>, replace = false) {
    const before = latest.current
    const address = writeAddress(list, { ...readAddress(list, before), page: 1, ...next }, before)
    if (address === before) return
    latest.current = address
    ask(address, replace)
  }
  const typing = useTyping(asked.search, (search) => {
    change({ search }, asked.search !== '')
  })
  return { asked, query, change, ...typing }
}

/** A text on its way to the address: taken along once the typing rests. */
function useTyping(current: string, onRest: (text: string) => void) {
  const [text, setText] = useState(current)
  const [seen, setSeen] = useState(current)
  const [sent, setSent] = useState(current)
  if (current !== seen) {
    setSeen(current)
    if (current !== sent) setText(current) // back, forward, or another view
    setSent(current)
  }
  useEffect(() => {
    if (text === current) return
    const timer = setTimeout(() => {
      setSent(text)
      onRest(text)
    }, typingPause)
    return () => {
      clearTimeout(timer)
    }
  })
  return { text, setText }
}
