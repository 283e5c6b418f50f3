import type { Client } from './client'
import { fileAt } from './fileAt'
import type { Importing, KeptFile } from './importing'

/** Imports over the server's HTTP API. */
export function httpImporting(client: Client): Importing {
  return {
    template: (mapping) => fileAt(client, `/api/import/${mapping}/template`),
    preview: (mapping, given, idempotencyKey) => {
      const path = `/api/import/${mapping}/preview`
      return client.upload<KeptFile>(path, formOf(membersOf(given)), { idempotencyKey })
    },
    start: async (mapping, ask, idempotencyKey) => {
      const form = formOf({
        fileKey: ask.fileKey,
        encoding: ask.encoding,
        dryRun: String(ask.dryRun),
        params: JSON.stringify(ask.params),
        edits: JSON.stringify(ask.edits),
        columns: JSON.stringify(ask.columns),
        only: JSON.stringify(ask.only),
      })
      const path = `/api/import/${mapping}`
      return (await client.upload<{ job: number }>(path, form, { idempotencyKey })).job
    },
  }
}

function membersOf(given: Parameters<Importing['preview']>[1]): Record<string, string | Blob> {
  if ('file' in given) return given
  const { columns, ...kept } = given
  return columns === undefined ? kept : { ...kept, columns: JSON.stringify(columns) }
}

function formOf(members: Record<string, string | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(members)) form.set(name, value)
  return form
}
