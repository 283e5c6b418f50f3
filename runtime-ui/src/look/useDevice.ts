import { createContext, use, useSyncExternalStore } from 'react'

const breakpoint = 1024 // px
const phone = 640 // px
const roomy = 1600 // px
const slack = 3 // px, of the rule that the specification states

/** The width that a part of the page is drawn for, in px, where that is not the window's. */
export const DrawnWidth = createContext<number | undefined>(undefined)

/** True below the width at which the sidebar needs room of its own. */
export function useMobile(): boolean {
  return useWidth((width) => width - slack < breakpoint)
}

/** True where only one column of anything has room. */
export function usePhone(): boolean {
  return useWidth((width) => width <= phone)
}

/** True where things that are looked at now and then may stand beside the work. */
export function useRoomy(): boolean {
  return useWidth((width) => width >= roomy)
}

/** What holds for the width; it is asked anew when the window changes. */
function useWidth(holds: (width: number) => boolean): boolean {
  const drawn = use(DrawnWidth)
  return useSyncExternalStore(subscribe, () => holds(drawn ?? window.innerWidth))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => {
    window.removeEventListener('resize', listener)
  }
}
