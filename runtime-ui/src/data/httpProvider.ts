import { httpAttachments } from './attachments'
import type { Brought } from './chosen'
import type { Client } from './client'
import { httpChanges } from './httpChanges'
import { httpCode } from './code'
import type { Envelope } from './envelope'
import { httpImporting } from './httpImporting'
import { httpDevices } from './httpDevices'
import { fileOf, httpPapers } from './papers'
import { httpPreviews } from './httpPreviews'
import { httpUpkeep } from './httpUpkeep'
import { listenLive } from './live'
import { httpViews } from './views'
import type { Act, ActAnswer, ActResult, Change, Earlier, Job, SetResult } from './act'
import type { DataProvider } from './provider'
import type { Input, ScaleWeight, StationSession } from './stations'
import type { Page, Row } from './rows'

const long = 1_200_000 // ms: export and import
const background = true
const patience = 15_000 // ms that a scan waits before it is sent again

/** The data provider that the product uses: the server's HTTP API. */
export function httpProvider(client: Client): DataProvider {
  const { post } = client
  const records = (table: string, verb: string) => `/api/data/${table}/${verb}`
  const station = (key: string, verb: string) => `/api/station/${key}/${verb}`

  return {
    app: (signal) => post('/api/meta/app', {}, { signal, background }),
    screen: (ref, signal) => post('/api/meta/screen', ref, { signal, background }),
    dropdown: (codes, signal) =>
      post('/api/common/loadDropDown', { where: codes.join(',') }, { signal, background }),
    code: httpCode(client),
    query: (table, query, signal) =>
      post<Page>(records(table, 'query'), query, { signal, background }),
    aggregate: (table, query, signal) =>
      post<Page>(records(table, 'aggregate'), query, { signal, background }),
    get: (table, id, signal) => post<Row>(records(table, 'get'), { id }, { signal, background }),
    history: async (table, id, signal) => {
      const data = await post<Change[] | { rows: Change[] }>(
        records(table, 'history'),
        { id },
        { signal, background },
      )
      return Array.isArray(data) ? data : data.rows
    },
    earlier: (table, id, change) => post<Earlier>(records(table, 'earlier'), { id, change }, {}),
    brings: (table, field, id) => post<Brought>(records(table, 'brings'), { field, id }, {}),
    params: (table, name, id) => post(records(table, 'params'), { name, id }, {}),
    save: (table, record, idempotencyKey) =>
      post<Row>(records(table, 'save'), record, { idempotencyKey }),
    act: async (table, act, idempotencyKey) => {
      const { target, ...rest } = act
      const body = { ...rest, ...target }
      const options = { idempotencyKey, partial: true }
      return actAnswer(act, await client.call(records(table, 'act'), body, options))
    },
    trial: (table, record, name) =>
      post<Row>(records(table, 'act'), { name, record, preview: true }, {}),
    remove: async (table, target, idempotencyKey) => {
      const data = await post<{ deleted: number }>(records(table, 'delete'), target, {
        idempotencyKey,
      })
      return data.deleted
    },
    exportRows: async (table, request, idempotencyKey) => {
      const options = { idempotencyKey, timeout: long }
      return (await post<{ job: number }>(records(table, 'export'), request, options)).job
    },
    exportSample: (template, signal) =>
      post(`/api/export/${template}/sample`, {}, { signal, background }),
    importing: httpImporting(client),
    grantable: (userType, signal) =>
      post('/api/rights/grantable', { userType }, { signal, background }),
    job: async (id, signal) => {
      const options = { signal, background }
      const { file, ...job } = await post<Omit<Job, 'file'> & { file: string | null }>(
        `/api/job/${id}/get`,
        {},
        options,
      )
      return file === null ? job : { ...job, file }
    },
    cancelJob: async (id) => {
      await post(`/api/job/${id}/cancel`, {})
    },
    attachments: httpAttachments(client),
    upload: async (file, idempotencyKey) => {
      const form = new FormData()
      form.set('file', file)
      const data = await client.upload<{ key: string }>('/api/files/upload', form, {
        idempotencyKey,
      })
      return data.key
    },
    views: httpViews(client),
    link: async (fileKey, reason) =>
      (await post<{ url: string }>(`/api/files/${fileKey}/link`, { reason })).url,
    ask: (plugin, endpoint, body, idempotencyKey) =>
      post(`/api/x/${plugin}/${endpoint}`, body, { background, idempotencyKey }),
    saveSetting: async (setting, idempotencyKey) => {
      await post('/api/settings/save', setting, { idempotencyKey })
    },
    station: {
      start: (key, params, idempotencyKey, code) =>
        post(
          station(key, 'start'),
          { params, ...(code !== '' && { input: code }) },
          { background, idempotencyKey },
        ),
      resume: (key, session) => post(station(key, 'resume'), { session }, { background }),
      scale: async (signal) =>
        (
          await post<{ scale: ScaleWeight | null }>(
            '/api/scale/read',
            {},
            { signal, background: true },
          )
        ).scale,
      done: (key) => post(station(key, 'done'), {}, { background }),
      sessions: async (key) =>
        (await post<{ rows: StationSession[] }>(station(key, 'sessions'), {}, { background })).rows,
      input: (key, session, inputs) =>
        post(
          station(key, 'input'),
          { session, inputs, knows: true },
          { background, timeout: patience, idempotencyKey: keyOfInputs(session, inputs) },
        ),
    },
    account: {
      get: (signal) => post('/api/account/get', {}, { signal, background }),
      save: async (row, idempotencyKey) => {
        await post('/api/account/save', row, { idempotencyKey })
      },
      changePassword: async (oldPassword, password, idempotencyKey) => {
        await post('/api/auth/changePassword', { oldPassword, password }, { idempotencyKey })
      },
      hearings: (signal) => post('/api/notice/topics', {}, { signal, background }),
      hear: async ({ topic, bell, mail }, idempotencyKey) => {
        await post('/api/notice/choose', { topic, bell, mail }, { idempotencyKey })
      },
      endSession: async (id, idempotencyKey) => {
        await post('/api/account/end', { id }, { idempotencyKey })
      },
      stand: (code, idempotencyKey) => post('/api/print/stand', { code }, { idempotencyKey }),
      setPlace: async (id, idempotencyKey) => {
        await post('/api/auth/place', id === null ? {} : { id }, { idempotencyKey })
      },
    },
    home: {
      get: (signal) => post('/api/home/get', {}, { signal, background }),
      save: async (home, places, idempotencyKey) => {
        await post('/api/home/save', { home, places }, { idempotencyKey })
      },
      paper: async (signal) => fileOf(await client.open('/api/home/paper', signal, {})),
    },
    notices: {
      list: (ask, signal) => post('/api/notice/list', ask, { signal, background }),
      read: async (ids, idempotencyKey) => {
        await post('/api/notice/read', ids === undefined ? {} : { ids }, {
          idempotencyKey,
          background,
        })
      },
    },
    reports: {
      query: (key, ask, signal) => post(`/api/report/${key}/query`, ask, { signal, background }),
      export: async (key, ask, idempotencyKey) => {
        const options = { idempotencyKey, timeout: long }
        return (await post<{ key: string }>(`/api/report/${key}/export`, ask, options)).key
      },
    },
    mailings: {
      list: (report, signal) => post('/api/mailing/list', { report }, { signal, background }),
      save: async (row, idempotencyKey) => {
        await post('/api/mailing/save', row, { idempotencyKey })
      },
      change: async (id, what, idempotencyKey) => {
        await post(`/api/mailing/${what}`, { id }, { idempotencyKey })
      },
    },
    upkeep: httpUpkeep(client),
    changes: httpChanges(client),
    under: (change) => httpProvider(client.under(change)),
    devices: httpDevices(client),
    papers: httpPapers(client),
    previews: httpPreviews(client),
    live: (listener) => listenLive(client, listener),
  }
}

/** Inputs happen once by their numbers; a number that was given back bears another time. */
function keyOfInputs(session: number, inputs: Input[]): string {
  const last = inputs.at(-1)
  return [session, inputs[0]?.seq, last?.seq, Date.parse(last?.at ?? '')].join('.')
}

function actAnswer(act: Act, { msg, data }: Envelope): ActAnswer {
  if (Array.isArray(data)) return { msg, each: data as ActResult[] }
  if (isObject(data) && 'job' in data) return { msg, job: Number(data['job']) }
  if (isObject(data) && 'left' in data) return { msg, set: data as unknown as SetResult }
  if ('id' in act.target) return { msg, each: [data as ActResult] }
  return { msg }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
