/** States that one can go back to, and forward again. */
export interface Past<T> {
  back: T[]
  now: T
  forward: T[]
  /** The place of the last step; typing on at one place is one step. */
  place: string
}

const mostSteps = 200

export function begin<T>(now: T): Past<T> {
  return { back: [], now, forward: [], place: '' }
}

/** Another state; steps at the same named place are one. */
export function step<T>(past: Past<T>, next: T, place: string): Past<T> {
  if (Object.is(next, past.now)) return past
  const same = place !== '' && place === past.place
  const back = same ? past.back : [...past.back, past.now].slice(-mostSteps)
  return { back, now: next, forward: [], place }
}

export function undo<T>(past: Past<T>): Past<T> {
  const now = past.back.at(-1)
  if (now === undefined) return past
  return { back: past.back.slice(0, -1), now, forward: [past.now, ...past.forward], place: '' }
}

export function redo<T>(past: Past<T>): Past<T> {
  const [now, ...forward] = past.forward
  if (now === undefined) return past
  return { back: [...past.back, past.now], now, forward, place: '' }
}
