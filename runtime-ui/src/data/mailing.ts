import type { ReportParams } from './report'

/** A report that goes to a reader by letter. */
export interface Mailing {
  id: number
  report: string
  title: string
  user_id: number
  user: string
  params: ReportParams
  formats: ('xlsx' | 'pdf')[]
  language: string
  every: 'daily' | 'weekly' | 'monthly'
  day: number // 1 for Monday to 7, or of the month
  hour: number
  paused: boolean
  nextAt: string | null
  lastAt: string | null
  result: '' | 'sent' | 'empty' | 'large' | 'refused' | 'failed'
  failure: string
}

export interface MailingList {
  rows: Mailing[]
  letters: boolean // there is a mail server
  address: boolean // the reader has an address
  others: boolean // he may have reports sent to others
  zone: string // in which hours are meant
}

export type NewMailing = Pick<
  Mailing,
  'report' | 'params' | 'formats' | 'language' | 'every' | 'day' | 'hour'
> & { user_id?: number | undefined }

export interface Mailings {
  /** Those of a report, or all of one's own for an empty key. */
  list(report: string, signal?: AbortSignal): Promise<MailingList>
  save(row: NewMailing, writeKey: string): Promise<void>
  change(id: number, what: 'send' | 'pause' | 'resume' | 'delete', writeKey: string): Promise<void>
}
