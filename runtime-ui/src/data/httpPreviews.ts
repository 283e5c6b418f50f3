import type { Client } from './client'
import type { Previews } from './previews'

/** Previews over the server's HTTP API. */
export function httpPreviews({ post }: Client): Previews {
  return {
    start: async (role, owner, idempotencyKey) => {
      await post('/api/preview/start', { role, owner }, { idempotencyKey })
    },
    end: async (idempotencyKey) => {
      await post('/api/preview/end', {}, { idempotencyKey })
    },
  }
}
