import { notify, type Notify } from './notices'

/** Tells a person how something went. */
export function useNotify(): Notify {
  return notify
}

export type { Notify }
