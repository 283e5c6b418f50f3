import { useSyncExternalStore } from 'react'

const breakpoint = 1024 // px
const phone = 640 // px
const roomy = 1600 // px
const slack = 3 // px, of the rule that the specification states

/** True below the width at which the sidebar needs room of its own. */
export function useMobile(): boolean {
  return useSyncExternalStore(subscribe, () => window.innerWidth - slack < breakpoint)
}

/** True where only one column of anything has room. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.innerWidth <= phone)
}

/** True where things that are looked at now and then may stand beside the work. */
export function useRoomy(): boolean {
  return useSyncExternalStore(subscribe, () => window.innerWidth >= roomy)
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => {
    window.removeEventListener('resize', listener)
  }
}
