/** A release that made another of an object. */
export interface MakingRelease {
  release: number
  by: string
  note: string
  at: string // instant
}
