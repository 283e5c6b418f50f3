import type { Client } from './client'

/** A scanned code and, where it is scanned into a record, what it may stand for there. */
export interface Scanned {
  code: string
  /** The reference that it is scanned into, as `table.field`. */
  into?: string
  /** The head of the lines that the reference stands in. */
  record?: Record<string, unknown>
}

/** A record that a code means. */
export interface Meant {
  table: string
  id: number
  label: string | null
  counts?: number // pieces that the code stands for; one unless told
}

/** What a code means; the elements are those of a GS1 element string, as fields keep them. */
export interface CodeMeaning {
  found: Meant[]
  elements?: Record<string, string>
}

/** Asks the server what a code means. */
export function httpCode({ post }: Client) {
  return (scanned: Scanned, signal?: AbortSignal): Promise<CodeMeaning> =>
    post<CodeMeaning>('/api/code', scanned, {
      background: true,
      ...(signal === undefined ? {} : { signal }),
    })
}
