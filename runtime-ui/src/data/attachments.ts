import type { Client } from './client'

/** A file beside a record. */
export interface Attachment {
  id: number
  key: string // of the file
  name: string
  type: string // media type, by its content
  size: number // bytes
  at: string // RFC 3339
  user: string // who attached it
}

export interface Attachments {
  list(table: string, id: number, signal?: AbortSignal): Promise<Attachment[]>
  /** Puts an uploaded file beside a record. */
  add(table: string, id: number, file: string, writeKey: string): Promise<void>
  remove(table: string, id: number, attachment: number, writeKey: string): Promise<void>
}

/** Files of records over the server's HTTP API. */
export function httpAttachments({ post }: Client): Attachments {
  const path = (table: string, verb: string) => `/api/data/${table}/${verb}`
  return {
    list: async (table, id, signal) => {
      const options = { signal, background: true }
      return (await post<{ rows: Attachment[] }>(path(table, 'attachments'), { id }, options)).rows
    },
    add: async (table, id, file, idempotencyKey) => {
      await post(path(table, 'attach'), { id, file }, { idempotencyKey })
    },
    remove: async (table, id, attachment, idempotencyKey) => {
      await post(path(table, 'detach'), { id, attachment }, { idempotencyKey })
    },
  }
}
