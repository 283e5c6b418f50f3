import { create } from 'zustand'
import { CallError } from '../data/envelope'

/** Something that a person is told: in passing, as a refusal that fields tell of, or as a failure that stays a while. */
export interface Notice {
  id: number
  kind: 'success' | 'warning' | 'refusal' | 'failure'
  text: string // a text key, or the server's words
  reasons: string[] // of a failure that has several, each in the server's words
  onShown?: (() => void) | undefined
}

/** What waits to be told; the part of the app that shows it is loaded at the first one. */
export const useNotices = create<{ waiting: Notice[] }>(() => ({ waiting: [] }))

let last = 0

function tell(
  kind: Notice['kind'],
  text: string,
  { reasons = [], onShown }: Partial<Pick<Notice, 'reasons' | 'onShown'>> = {},
) {
  const notice = { id: ++last, kind, text, reasons, onShown }
  useNotices.setState(({ waiting }) => ({ waiting: [...waiting, notice] }))
}

/** Takes all that waits, so that each is shown once. */
export function takeNotices(): Notice[] {
  const { waiting } = useNotices.getState()
  if (waiting.length > 0) useNotices.setState({ waiting: [] })
  return waiting
}

/** What a message such as “2 entries need to be corrected” counts, each once. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof CallError) || error.fields.length < 2) return []
  return [...new Set(error.fields.map(({ message }) => message))]
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
    const text = error instanceof Error ? error.message : String(error)
    tell('failure', text, { reasons: reasonsOf(error), onShown })
  },
}

export type Notify = typeof notify
