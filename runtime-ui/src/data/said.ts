import type { Filter } from './rows'

/** A figure of what a person did at a station. */
export interface StationDone {
  words?: string
  value?: number | string
  scale?: number
}

/** A sentence about an action, and the rows of a list that it speaks of. */
export interface Said {
  text: string
  route?: string
  filter?: Filter
}

/** A record that an action made. */
export interface Made {
  table: string
  id: number
  label?: string // what people call it
  route?: string // address of its page, where the caller may open it
}
