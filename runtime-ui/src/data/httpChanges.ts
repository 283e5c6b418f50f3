import type { Adoptable } from './adoptable'
import type {
  Changes,
  ChangeSet,
  Conflict,
  EditedObject,
  Operation,
  ListedObject,
  WholeObject,
  Offers,
  ReleasePreview,
  Played,
  StationFlow,
  TestResult,
  Use,
} from './changes'
import type { MakingRelease } from './history'
import type { Speakable, TriedExpression } from './expressions'
import type { Client } from './client'

/** Change sets over the server's HTTP API. */
export function httpChanges(client: Client): Changes {
  const { post } = client
  const background = true
  return {
    open: async (title, idempotencyKey) => {
      const path = '/api/meta/changes/open'
      return (await post<{ change: number }>(path, { title }, { idempotencyKey })).change
    },
    list: (signal) =>
      post<ChangeSet[]>('/api/meta/changes/list', { state: 'open' }, { signal, background }),
    drop: async (change, idempotencyKey) => {
      await post('/api/meta/changes/drop', { change }, { idempotencyKey })
    },
    objects: (kind, change, signal) =>
      post<ListedObject[]>(`/api/meta/${kind}/list`, { change }, { signal, background }),
    wholes: (kind, change, signal) =>
      post<WholeObject[]>(
        `/api/meta/${kind}/list`,
        { change, whole: true },
        { signal, background },
      ),
    get: (kind, key, change, signal) =>
      post<EditedObject>(`/api/meta/${kind}/get`, { key, change }, { signal, background }),
    history: (kind, key, signal) =>
      post<MakingRelease[]>(`/api/meta/${kind}/history`, { key }, { signal, background }),
    between: (kind, key, from, to, signal) =>
      post<Operation[]>(
        `/api/meta/${kind}/diff`,
        { key, from, to, ops: true },
        { signal, background },
      ),
    used: (kind, key, path, change, signal) =>
      post<Use[]>('/api/meta/used', { kind, key, path, change }, { signal, background }),
    adoptable: (signal) => post<Adoptable[]>('/api/meta/adoptable', {}, { signal, background }),
    offers: (signal) => post<Offers>('/api/meta/offers', {}, { signal, background }),
    expressionNames: (place, chain, signal) =>
      post<Speakable[]>('/api/meta/expression/names', { ...place, chain }, { signal, background }),
    tryExpression: (place, source, id, signal) =>
      post<TriedExpression>(
        '/api/meta/expression/try',
        { ...place, source, id },
        { signal, background },
      ),
    tests: (change, signal) =>
      post<TestResult[]>('/api/meta/tests', { change }, { signal, background }),
    flow: (station, signal) =>
      post<StationFlow>('/api/meta/flow', { station }, { signal, background }),
    play: (station, params, inputs, signal) =>
      post<Played[]>('/api/meta/play', { station, params, inputs }, { signal, background }),
    draft: (kind, key, change, draft, idempotencyKey) =>
      post(`/api/meta/${kind}/draft`, { key, change, ...draft }, { idempotencyKey, background }),
    preview: (change, signal) =>
      post<ReleasePreview>('/api/release/preview', { change }, { signal, background }),
    publish: (change, note, expect, consent, idempotencyKey) =>
      post('/api/release/publish', { change, note, expect, consent }, { idempotencyKey }),
    conflicts: (change, signal) =>
      post<Conflict[]>('/api/meta/changes/conflicts', { change }, { signal, background }),
    decide: async (change, conflict, choice, idempotencyKey) => {
      await post('/api/meta/changes/decide', { change, conflict, choice }, { idempotencyKey })
    },
  }
}
