import { create } from 'zustand'

/** Something that a person is told: in passing, as a refusal that fields tell of, or as a failure that stays a while. */
export interface Notice {
  id: number
  kind: 'success' | 'warning' | 'refusal' | 'failure'
  text: string // a text key, or the server's words
  onShown?: (() => void) | undefined
}

/** What waits to be told; the part of the app that shows it is loaded at the first one. */
export const useNotices = create<{ waiting: Notice[] }>(() => ({ waiting: [] }))

let last = 0

function tell(kind: Notice['kind'], text: string, onShown?: () => void) {
  const notice = { id: ++last, kind, text, onShown }
  useNotices.setState(({ waiting }) => ({ waiting: [...waiting, notice] }))
}

/** Takes all that waits, so that each is shown once. */
export function takeNotices(): Notice[] {
  const { waiting } = useNotices.getState()
  if (waiting.length > 0) useNotices.setState({ waiting: [] })
  return waiting
}

/** Tells a person how something went, in the corner and to screen readers. */
export const notify = {
  success(text: string) {
    tell('success', text)
  },
  warning(text: string) {
    tell('warning', text)
  },
  /** A refusal whose reasons stand at the fields: it goes by and covers none of them. */
  refusal(error: Error) {
    tell('refusal', error.message)
  },
  failure(error: unknown, onShown?: () => void) {
    tell('failure', error instanceof Error ? error.message : String(error), onShown)
  },
}

export type Notify = typeof notify
