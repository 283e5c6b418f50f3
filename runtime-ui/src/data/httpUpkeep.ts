import type { PlanStep } from './changes'
import type { Client } from './client'
import { fileAt } from './fileAt'
import type {
  ApiKey,
  Binned,
  KeptColumn,
  KeptRelease,
  Keys,
  ListedJob,
  MadeKey,
  PeopleList,
  Schedule,
  Upkeep,
  Welcomed,
} from './upkeep'

/** Bin, jobs, keys and releases over the server's HTTP API. */
export function httpUpkeep(client: Client): Upkeep {
  const { post } = client
  const background = true
  const rows = async <T>(path: string, signal: AbortSignal | undefined) =>
    (await post<{ rows: T[] }>(path, {}, { signal, background })).rows
  const keysAt = (path: string): Keys => ({
    list: (signal) => rows<ApiKey>(`${path}/list`, signal),
    create: (key, idempotencyKey) => post<MadeKey>(`${path}/create`, key, { idempotencyKey }),
    rotate: (id, expiresAt, idempotencyKey) =>
      post<MadeKey>(`${path}/rotate`, { id, expires_at: expiresAt }, { idempotencyKey }),
    revoke: async (id, idempotencyKey) => {
      await post(`${path}/revoke`, { id }, { idempotencyKey })
    },
  })
  return {
    log: (ask, signal) => post('/api/log/list', ask, { signal, background }),
    bin: (ask, signal) =>
      post<{ rows: Binned[]; next: number }>('/api/bin/list', ask, { signal, background }),
    restore: async (table, ids, idempotencyKey) => {
      await post(`/api/data/${table}/restore`, { ids }, { idempotencyKey })
    },
    jobs: (signal) => rows<ListedJob>('/api/job/list', signal),
    schedule: {
      list: (signal) => post<Schedule>('/api/schedule/list', {}, { signal, background }),
      change: async (id, what, idempotencyKey) => {
        await post(`/api/schedule/${what}`, { id }, { idempotencyKey })
      },
    },
    cutover: {
      check: (signal) => post('/api/cutover/check', {}, { signal, background }),
      templates: () => fileAt(client, '/api/cutover/templates'),
    },
    releases: {
      list: (signal) => post<KeptRelease[]>('/api/release/list', {}, { signal, background }),
      back: (to, note, idempotencyKey) =>
        post<{ release: number }>('/api/release/rollback', { to, note }, { idempotencyKey }),
      lostBy: async (to) =>
        lostOf(await post<{ plan: PlanStep[] }>('/api/release/preview', { to })),
      columns: (signal) =>
        post<KeptColumn[]>('/api/release/columns/list', {}, { signal, background }),
      drop: async ({ table, field }, consent, idempotencyKey) => {
        await post('/api/release/columns/drop', { table, field, consent }, { idempotencyKey })
      },
    },
    keys: keysAt('/api/key'),
    ownKeys: keysAt('/api/own_key'),
    people: {
      list: (signal) => post<PeopleList>('/api/people/list', {}, { signal, background }),
      save: (person, idempotencyKey) =>
        post<Welcomed>('/api/people/save', person, { idempotencyKey }),
      code: (id, idempotencyKey) => post<Welcomed>('/api/people/code', { id }, { idempotencyKey }),
    },
  }
}

const lostOf = ({ plan }: { plan: PlanStep[] }) =>
  plan
    .filter(({ lost = 0 }) => lost > 0)
    .map(({ table, name }) => (name === '' ? table : `${table}.${name}`))
