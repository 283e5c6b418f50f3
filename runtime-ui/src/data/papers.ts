import type { Client } from './client'
import { CallError, readEnvelope } from './envelope'

/** What a draft of a template is drawn over: records, or one that is made up. */
export interface DraftSubject {
  ids?: number[]
  sample?: 'usual' | 'longest' | 'empty' | 'many'
}

/** A template of paper as it is being designed; all measures are µm. */
export interface DraftPaper {
  pages: { width: number; height: number; svg: string }[]
  count: number // of all pages, of which there are the first ones
  places: BandPlace[]
  notices: DraftNotice[]
}

/** Where a band lies on a page. */
export interface BandPlace {
  band: string
  page: number // from 1
  x: number
  y: number
  width: number
  height: number
  grown: number // by how much it is higher than the template says
}

/** Something on a page that whoever designs it should look at. */
export interface DraftNotice {
  page: number
  element: string
  kind: 'too_long' | 'too_high' | 'small_code' | 'bad_code' | 'missing_glyph'
  text: string
}

/** What is on paper. */
export interface Papers {
  draft: (
    template: string,
    subject: DraftSubject,
    language: string,
    signal?: AbortSignal,
  ) => Promise<DraftPaper>
}

export function httpPapers({ post }: Client): Papers {
  return {
    draft: (template, subject, language, signal) =>
      post('/api/print/draft', { template, language, ...subject }, { signal, background: true }),
  }
}

/** The file of an answer; the refusal that came in its place is thrown. */
export async function fileOf(response: Response): Promise<Blob> {
  if (response.headers.get('Content-Type')?.startsWith('application/json') !== false) {
    const { statusCode, msg, data } = await readEnvelope(response)
    throw new CallError(statusCode, msg, data)
  }
  return response.blob()
}
