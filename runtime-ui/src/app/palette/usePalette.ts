import { useEffect, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Place } from '../../page/menus'
import { useMemory } from '../../page/memory'
import { matching, rememberedOf, screensOf, type Target } from './targets'
import { useRecords } from './useRecords'

export interface Section {
  title: string
  targets: Target[]
}

const most = 12 // screens shown

/** What the palette offers for what is typed, and which of it is chosen by the keys. */
export function usePalette(
  places: Map<string, Place>,
  commands: Target[],
  onOpen: (target: Target) => void,
) {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [hasty, setHasty] = useState(false)
  const { sections, searching, codes, records } = useSections(places, commands, typed)
  const targets = sections.flatMap((section) => section.targets)
  const current = Math.min(active, targets.length - 1)

  // A scanner's Enter comes before the answer; what is found first opens then, unless the code
  // stands for several.
  const [first] = targets
  const several = codes.length > 1
  useEffect(() => {
    if (hasty && !searching && !several && first !== undefined) onOpen(first)
  }, [hasty, searching, several, first, onOpen])

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = targets[current]
    if (step !== undefined && targets.length > 0) {
      setActive((current + step + targets.length) % targets.length)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (chosen === undefined || (searching && [...codes, ...records].includes(chosen)))
        setHasty(true)
      else onOpen(chosen)
    } else {
      return
    }
    event.preventDefault()
  }
  return {
    typed,
    type: (text: string) => {
      setTyped(text)
      setActive(0)
      setHasty(false)
    },
    sections,
    active: targets[current],
    onKeyDown,
  }
}

/** Favourites and recent pages before anything is typed; then screens, and records. */
function useSections(places: Map<string, Place>, commands: Target[], typed: string) {
  const { t } = useTranslation()
  const { favourites, recent } = useMemory()
  const { codes, records, searching } = useRecords(places, typed)
  const screens = screensOf(places)
  const sections: Section[] =
    typed.trim() === ''
      ? [
          { title: t('palette.favourites'), targets: rememberedOf(places, favourites) },
          { title: t('palette.recent'), targets: rememberedOf(places, unlike(recent, favourites)) },
        ]
      : [
          { title: t('palette.codes'), targets: codes },
          { title: t('palette.screens'), targets: matching(screens, typed).slice(0, most) },
          { title: t('palette.records'), targets: records },
          { title: t('palette.commands'), targets: matching(commands, typed) },
        ]
  const some = sections.filter((section) => section.targets.length > 0)
  return { sections: some, searching, codes, records }
}

/** Each page stands once. */
function unlike<T extends { path: string }>(pages: T[], others: T[]): T[] {
  return pages.filter(({ path }) => !others.some((other) => other.path === path))
}
