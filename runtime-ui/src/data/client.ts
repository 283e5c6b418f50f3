import { connectionLost, connectionWorks } from './connection'
import { firstOf } from './signals'
import { CallError, isRefusal, readEnvelope, type Envelope } from './envelope'
import { whilePending } from './pending'
import { deviceGuid, randomHex } from './random'
import type { Session, TokenInfo } from './session'
import { bytesOf, sign } from './signing'

const jsonType = 'application/json'
const attempts = 3 // of a call that is safe to send again
const patience = 120_000 // ms for a call with all its attempts
const lostStatuses = [401, 403, 406]

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** One per logical write; the same key over retries makes a write happen once. */
  idempotencyKey?: string
  /** Does not count towards the loading overlay. */
  background?: boolean
  /** ms after which the call ends without an answer, however often it was sent; 120,000 unless told. */
  timeout?: number
  /** A list of results per record, of which some may be refused, is an answer and no failure. */
  partial?: boolean
  /** Sent before there is a session: login and its like. */
  open?: boolean
  /** Answered as under this change set, though it is not in force. */
  change?: number
}

export interface ClientSetup {
  session: Session
  language: () => string
  /** A message of the browser's own, in the person's language. */
  text: (key: string, values?: Record<string, string>) => string
  /** Called once the session is gone; the shell leads to login. */
  onLoggedOut: () => void
  fetch?: typeof fetch
  now?: () => number
}

/** Call of the server, with signature, envelope and the repairs that people need not see. */
export interface Client {
  post: <T>(path: string, body: unknown, options?: CallOptions) => Promise<T>
  /** As post, with the whole envelope, for those who show its message. */
  call: <T>(path: string, body: unknown, options?: CallOptions) => Promise<Envelope<T>>
  upload: <T>(path: string, form: FormData, options?: CallOptions) => Promise<T>
  /** A read of something that has no envelope, asked for by the body if there is one. */
  open: (path: string, signal: AbortSignal, body?: unknown) => Promise<Response>
  /** The same client, answered as under a change set that is not in force. */
  under: (change: number) => Client
}

interface Answer extends Envelope {
  accessToken: string | null // under which it was asked for
}

interface Payload {
  method: 'GET' | 'POST'
  body: Uint8Array<ArrayBuffer>
  type: string
}

/** Makes the client of one session. */
export function createClient(setup: ClientSetup): Client {
  const { session, text } = setup
  const now = setup.now ?? Date.now
  // Looked up at each call, so that a page may replace it.
  const send: typeof fetch = async (...args) => {
    try {
      const response = await (setup.fetch ?? fetch)(...args)
      connectionWorks()
      return response
    } catch (cause) {
      if (args[1]?.signal?.aborted !== true) connectionLost()
      throw cause
    }
  }
  let clockOffset = 0 // ms that the server's clock is ahead
  let tokenOnItsWay: Promise<void> | undefined

  async function signedHeaders(path: string, payload: Payload, options: CallOptions) {
    const [pathname = '', query = ''] = path.split('?')
    const accessToken = session.user()?.accessToken ?? ''
    const headers = new Headers({ guid: deviceGuid(), 'Accept-Language': setup.language() })
    if (payload.type !== '') headers.set('Content-Type', payload.type)
    if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey)
    if (accessToken !== '') headers.set('accessToken', accessToken)
    if (options.change !== undefined) headers.set('change', String(options.change))
    const key = options.open === true ? undefined : await session.key()
    if (key === undefined) return headers

    const timestamp = String(now() + clockOffset)
    const nonce = randomHex(16)
    const signature = await sign(
      {
        method: payload.method,
        path: pathname,
        query,
        timestamp,
        nonce,
        guid: deviceGuid(),
        userType: session.userType,
        accessToken,
        idempotencyKey: options.idempotencyKey ?? '',
        body: payload.body,
      },
      key,
    )
    headers.set('signatureVersion', '2')
    headers.set('timestamp', timestamp)
    headers.set('nonce', nonce)
    headers.set('signature', signature)
    return headers
  }

  /** The network may go in the middle of an answer, so its end is read here. */
  async function once(
    path: string,
    payload: Payload,
    options: CallOptions,
    deadline: AbortSignal,
  ): Promise<Answer> {
    const headers = await signedHeaders(path, payload, options)
    const response = await send(path, {
      method: payload.method,
      headers,
      body: payload.method === 'GET' ? null : payload.body,
      signal: options.signal === undefined ? deadline : firstOf(options.signal, deadline),
    })
    return { ...(await readEnvelope(response)), accessToken: headers.get('accessToken') }
  }

  /** Sends until there is an answer; each attempt has a nonce of its own. */
  async function persistently(
    path: string,
    payload: Payload,
    options: CallOptions,
    deadline = AbortSignal.timeout(options.timeout ?? patience),
  ) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(path, payload, options, deadline)
      } catch (cause) {
        if (options.signal?.aborted === true) throw cause
        if (deadline.aborted) throw tooLate(options)
        const repeatable = options.idempotencyKey !== undefined
        if (!repeatable || attempt === attempts) throw noAnswer(cause)
        await new Promise((resolve) => setTimeout(resolve, attempt * 500))
      }
    }
  }

  /** True when the answer says that only this device's clock was wrong. */
  function repairClock(envelope: Envelope): boolean {
    const serverTime = (envelope.data as { serverTime?: number } | null)?.serverTime
    if (envelope.statusCode !== 406 || serverTime === undefined) return false
    clockOffset = serverTime - now()
    return true
  }

  function noAnswer(cause: unknown): CallError {
    const message = cause instanceof Error ? cause.message : String(cause)
    // Every browser has English words of its own for a network that is not there.
    const cut = cause instanceof TypeError
    return new CallError(
      0,
      text('msg.load_failed', { message: cut ? text('shell.no_connection') : message }),
    )
  }

  function tooLate(options: CallOptions): CallError {
    const seconds = String((options.timeout ?? patience) / 1000)
    return new CallError(
      0,
      text('msg.load_failed', { message: text('shell.no_answer_in', { seconds }) }),
    )
  }

  /** The device's guid; without one nothing is sent. */
  function guid(): string {
    try {
      return deviceGuid()
    } catch {
      throw new CallError(0, text('msg.no_guid'))
    }
  }

  /** Calls that begin together wait for one token. */
  async function ensureToken(): Promise<void> {
    const token = session.token()
    if (token !== undefined && Date.parse(token.expireTime) > now() + clockOffset) return
    tokenOnItsWay ??= fetchToken().finally(() => {
      tokenOnItsWay = undefined
    })
    await tokenOnItsWay
  }

  async function fetchToken(): Promise<void> {
    const path = `/api/auth/getToken?guid=${guid()}`
    const payload: Payload = { method: 'GET', body: bytesOf(''), type: '' }
    const token = await persistently(path, payload, { open: true })
      .then(({ result, data, statusCode }) => {
        if (statusCode >= 500) throw new Error(String(statusCode))
        return result ? tokenFrom(data) : undefined
      })
      .catch(() => {
        throw new CallError(0, text('msg.no_answer'))
      })
    if (token === undefined || token.signToken === '') {
      throw new CallError(0, text('msg.no_sign_token'))
    }
    if (session.user() !== undefined) session.keepToken(token) // not of who went meanwhile
  }

  /** Ends the session at the first of several calls that lost it, unless a newer one is open. */
  async function lose({ accessToken }: Answer): Promise<void> {
    const user = session.user()
    if (user === undefined || user.accessToken !== accessToken) return
    await session.close()
    setup.onLoggedOut()
  }

  async function exchange(path: string, payload: Payload, options: CallOptions) {
    guid()
    const deadline = AbortSignal.timeout(options.timeout ?? patience)
    if (options.open !== true && session.user() !== undefined) await ensureToken()
    let envelope = await persistently(path, payload, options, deadline)
    if (repairClock(envelope)) {
      envelope = await persistently(path, payload, options, deadline)
    }
    if (options.open !== true && lostStatuses.includes(envelope.statusCode)) {
      await lose(envelope)
      throw new CallError(envelope.statusCode, text('msg.not_logged_in'))
    }
    const answered = options.partial === true && Array.isArray(envelope.data)
    if (isRefusal(envelope) && !answered) throw refusalOf(envelope)
    return envelope
  }

  function refusalOf({ statusCode, msg, data }: Envelope): CallError {
    const message = statusCode === 500 ? text('msg.server_error', { message: msg }) : msg
    return new CallError(statusCode, message, data)
  }

  function jsonOf(body: unknown): string {
    try {
      const written = JSON.stringify(body) as string | undefined
      if (written !== undefined) return written
    } catch {
      // A cycle, or a number that JSON does not know.
    }
    throw new CallError(0, text('msg.bad_json'))
  }

  async function call<T>(path: string, body: unknown, options: CallOptions = {}) {
    const bytes = bytesOf(jsonOf(body))
    const run = () => exchange(path, { method: 'POST', body: bytes, type: jsonType }, options)
    const envelope = options.background === true ? await run() : await whilePending(run)
    return envelope as Envelope<T>
  }

  const client: Client = {
    call,
    async post<T>(path: string, body: unknown, options?: CallOptions) {
      return (await call<T>(path, body, options)).data
    },
    async upload<T>(path: string, form: FormData, options: CallOptions = {}) {
      // The browser's own encoder gives the bytes that the signature must cover.
      const encoded = new Response(form)
      const type = encoded.headers.get('Content-Type') ?? ''
      const body = new Uint8Array(await encoded.arrayBuffer())
      const long: CallOptions = { timeout: 1_200_000, ...options }
      const envelope = await whilePending(() =>
        exchange(path, { method: 'POST', body, type }, long),
      )
      return envelope.data as T
    },
    async open(path, signal, asked) {
      await ensureToken()
      const method = asked === undefined ? 'GET' : 'POST'
      const body = bytesOf(asked === undefined ? '' : jsonOf(asked))
      const type = asked === undefined ? '' : jsonType
      const headers = await signedHeaders(path, { method, body, type }, {})
      return send(path, { method, headers, body: asked === undefined ? null : body, signal })
    },
    under: (change) => ({
      ...client,
      call: (path, body, options) => call(path, body, { ...options, change }),
      post: (path, body, options) => client.post(path, body, { ...options, change }),
    }),
  }
  return client
}

/** The token of an answer whose keys may come in any case. */
function tokenFrom(data: unknown): TokenInfo {
  const entries = Object.entries(data as Record<string, string>)
  const value = (name: string) => entries.find(([key]) => key.toLowerCase() === name)?.[1] ?? ''
  return { signToken: value('signtoken'), expireTime: value('expiretime') }
}
