import type { Filter } from './rows'
import type { ReportAnswer, ReportColumn } from './report'
import type { Phase } from './screen'

/** Where a card lies on a grid of twelve columns. */
export interface CardPlace {
  x: number
  y: number
  w: number
  h: number
}

export interface Shortcut {
  title: string
  route: string
  icon?: string
}

/** A record of a public page, which opens beside the product. */
export interface PublicItem {
  heading: string
  lead?: string
  fact?: string
  address?: string
}

/** A figure in words that hold `{n}` for it, and `{time}` or `{since}` for its moment. */
export interface HomeFigure {
  key: string
  words: string
  value: number | string | null
  unit?: string
  scale?: number
  phase?: Phase
  moment?: string | null
  /** What it was so many days earlier, by the same time of day. */
  compare?: { days: number; before: number | string; change: number } | null
  route?: string // of the list behind it
  filter: { and: Filter[] }
  work?: string // where the work is done
}

/** A card with what it shows; which members it has goes by its kind. */
export interface HomeCard {
  key: string
  kind: 'sentence' | 'work' | 'list' | 'chart' | 'shortcuts' | 'search' | 'create' | 'page' | 'text'
  title: string
  place: CardPlace
  figures?: HomeFigure[]
  route?: string // what the card leads to
  filter?: { and: Filter[] } // of the list that it leads to
  columns?: ReportColumn[]
  rows?: (Record<string, unknown> & { id: number })[]
  opens?: boolean // rows lead to their own page
  report?: ReportAnswer
  shortcuts?: Shortcut[]
  items?: PublicItem[]
  address?: string // of the public page of the items
  text?: string
}

export interface HomePage {
  key: string
  title: string
  own: boolean // arranged by the person
  cards: HomeCard[]
}

export interface Home {
  get(signal?: AbortSignal): Promise<HomePage>
  /** The page as a PDF. */
  paper(signal: AbortSignal): Promise<Blob>
  /** Without places the cards lie as the product has them. */
  save(home: string, places: Record<string, CardPlace> | null, writeKey: string): Promise<void>
}
