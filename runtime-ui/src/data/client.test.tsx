import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from './client'
import { useConnection } from './connection'
import type { CallError } from './envelope'
import { sessionOf } from './session'

const signIn = {
  mobile: '1',
  accessToken: 'token',
  VersionName: '1.0',
  userTrueName: 'Ann',
  signKey: 'cd'.repeat(32),
  expireTime: '2099-01-01T00:00:00Z',
  userType: 'user',
  language: null,
  menuIds: [1, 2],
}

function answer(data: unknown, statusCode = 200, result = statusCode === 200) {
  return Response.json({ result, msg: '', data, statusCode })
}

describe('client', () => {
  const session = sessionOf('user')
  const onLoggedOut = vi.fn()
  const send = vi.fn<typeof fetch>()
  const text = (key: string, values?: Record<string, string>) =>
    [key, ...Object.values(values ?? {})].join(' ')
  const setup = { session, language: () => 'en', text, onLoggedOut, fetch: send }
  const client = createClient(setup)
  const headersOf = (call: number) => new Headers(send.mock.calls[call]?.[1]?.headers)

  beforeEach(async () => {
    await session.open(signIn)
    session.keepToken({ signToken: 's', expireTime: '2099-01-01T00:00:00Z' })
  })
  afterEach(async () => {
    await session.close()
    vi.resetAllMocks()
  })

  it('sends the headers of the contract', async () => {
    send.mockResolvedValueOnce(answer(1))
    await client.post('/api/data/item/query', {}, { idempotencyKey: 'k' })
    const headers = headersOf(0)
    expect(headers.get('accessToken')).toBe('token')
    expect(headers.get('signatureVersion')).toBe('2')
    expect(headers.get('signature')).toMatch(/^[0-9a-f]{64}$/)
    expect(headers.get('nonce')).toMatch(/^[0-9a-f]{32}$/)
    expect(headers.get('Idempotency-Key')).toBe('k')
    expect(headers.get('Accept-Language')).toBe('en')
  })

  it('fetches a token when the known one is past', async () => {
    session.keepToken({ signToken: 's', expireTime: '2000-01-01T00:00:00Z' })
    send
      .mockResolvedValueOnce(answer({ signtoken: 'new', expiretime: '2099-01-01T00:00:00Z' }))
      .mockResolvedValueOnce(answer(1))
    await client.post('/api/x', {})
    expect(send.mock.calls[0]?.[0]).toContain('/api/auth/getToken?guid=')
    expect(session.token()?.signToken).toBe('new')
  })

  it('leaves no token behind when the session ends while one is on its way', async () => {
    session.keepToken({ signToken: 's', expireTime: '2000-01-01T00:00:00Z' })
    send.mockImplementationOnce(async () => {
      await session.close()
      return answer({ signtoken: 'new', expiretime: '2099-01-01T00:00:00Z' })
    })
    send.mockResolvedValueOnce(answer(null, 401))
    await expect(client.post('/api/x', {})).rejects.toThrow()
    expect(session.token()).toBeUndefined()
    send.mockResolvedValueOnce(answer(null, 401))
    await expect(client.post('/api/x', {})).rejects.toThrow()
    expect(send.mock.calls.map(([path]) => path)).toEqual([
      expect.stringContaining('/api/auth/getToken'),
      '/api/x',
      '/api/x',
    ])
  })

  it('corrects its clock once and stays signed in', async () => {
    const serverTime = Date.now() + 3_600_000
    send.mockResolvedValueOnce(answer({ serverTime }, 406)).mockResolvedValueOnce(answer(7))
    expect(await client.post('/api/x', {})).toBe(7)
    expect(Number(headersOf(1).get('timestamp'))).toBeGreaterThan(serverTime - 10_000)
    expect(onLoggedOut).not.toHaveBeenCalled()
  })

  it.each([401, 403, 406])('closes the session on %i', async (status) => {
    send.mockResolvedValueOnce(answer(null, status))
    await expect(client.post('/api/x', {})).rejects.toThrow()
    expect(onLoggedOut).toHaveBeenCalledOnce()
    expect(session.user()).toBeUndefined()
  })

  it('keeps the session on a business refusal and names its fields', async () => {
    const errors = [{ path: 'code', code: 'required', message: 'missing' }]
    send.mockResolvedValueOnce(answer({ errors }, 422))
    const failure = await client.post('/api/x', {}).catch((e: unknown) => e as CallError)
    expect((failure as CallError).fields).toEqual(errors)
    expect(onLoggedOut).not.toHaveBeenCalled()
  })

  it('sends a lost write again under the same key with another nonce', async () => {
    send.mockRejectedValueOnce(new TypeError('network')).mockResolvedValueOnce(answer(1))
    await client.post('/api/x', {}, { idempotencyKey: 'once' })
    expect(headersOf(1).get('Idempotency-Key')).toBe('once')
    expect(headersOf(1).get('nonce')).not.toBe(headersOf(0).get('nonce'))
  })

  it('sends a write again whose answer broke off', async () => {
    const error = new DOMException('', 'TimeoutError')
    const start = (body: ReadableStreamDefaultController) => {
      body.error(error)
    }
    const broken = () => new Response(new ReadableStream({ start }))
    send.mockResolvedValueOnce(broken()).mockResolvedValueOnce(answer(1))
    expect(await client.post('/api/x', {}, { idempotencyKey: 'k' })).toBe(1)
    send.mockResolvedValueOnce(broken())
    await expect(client.post('/api/x', {})).rejects.toMatchObject({ status: 0 })
  })

  it('waits two minutes for an answer, twenty for a long one', async () => {
    const late = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    send.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => {
            reject(new Error('late'))
          })
        }),
    )
    const calls = [client.post('/api/x', {}), client.upload('/api/x', new FormData())]
    await vi.waitFor(() => {
      expect(send).toHaveBeenCalledTimes(2)
    })
    expect(timeout.mock.calls.flat()).toEqual([120_000, 1_200_000])
    late.abort()
    for (const ended of await Promise.allSettled(calls)) {
      expect(ended).toMatchObject({ reason: { status: 0 } })
    }
    timeout.mockRestore()
  })

  it('ends after two minutes, however often it was sent', async () => {
    const late = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    send.mockRejectedValueOnce(new TypeError('cut')).mockImplementationOnce(() => {
      late.abort()
      return Promise.reject(new Error('late'))
    })
    await expect(client.post('/api/x', {}, { idempotencyKey: 'k' })).rejects.toMatchObject({
      status: 0,
      message: 'msg.load_failed shell.no_answer_in 120',
    })
    expect(timeout).toHaveBeenCalledOnce()
    expect(send).toHaveBeenCalledTimes(2)
    timeout.mockRestore()
  })

  it('leaves a session alone that was opened while a call of the one before was lost', async () => {
    send.mockImplementationOnce(async () => {
      await session.open({ ...signIn, accessToken: 'newer' })
      return answer(null, 401)
    })
    await expect(client.post('/api/x', {})).rejects.toThrow()
    expect(onLoggedOut).not.toHaveBeenCalled()
    expect(session.user()?.accessToken).toBe('newer')
  })

  it('ends the session once when several calls lose it together', async () => {
    send.mockImplementation(() => Promise.resolve(answer(null, 401)))
    const calls = [1, 2, 3].map((n) => client.post(`/api/x/${n}`, {}))
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({ reason: { message: 'msg.not_logged_in' } })
    }
    expect(onLoggedOut).toHaveBeenCalledOnce()
  })

  it('asks for one token, however many calls begin together', async () => {
    session.keepToken({ signToken: 's', expireTime: '2000-01-01T00:00:00Z' })
    const token = { signToken: 'new', expireTime: '2099-01-01T00:00:00Z' }
    send.mockImplementation(() => Promise.resolve(answer(token)))
    await Promise.all([client.post('/api/x', {}), client.post('/api/y', {})])
    expect(send).toHaveBeenCalledTimes(3)
  })

  it('knows whether the server can be reached', async () => {
    send.mockRejectedValueOnce(new TypeError('cut'))
    await expect(client.post('/api/x', {})).rejects.toThrow()
    expect(useConnection.getState().lostAt).toBeDefined()
    send.mockResolvedValueOnce(answer(1))
    await client.post('/api/x', {})
    expect(useConnection.getState().lostAt).toBeUndefined()
  })

  describe('says what went wrong', () => {
    const failing = async () =>
      client.post('/api/x', {}).catch((e: unknown) => (e as Error).message)

    it('with a fault of the server', async () => {
      const fault = { result: false, msg: 'id 7', data: null, statusCode: 500 }
      send.mockResolvedValueOnce(Response.json(fault, { status: 500 }))
      expect(await failing()).toBe('msg.server_error id 7')
    })

    it('without an answer', async () => {
      send.mockRejectedValueOnce(new TypeError('cut'))
      expect(await failing()).toBe('msg.load_failed shell.no_connection')
    })

    it('with an answer that is no envelope', async () => {
      send.mockResolvedValueOnce(new Response('<html>', { status: 502 }))
      expect(await failing()).toBe('msg.server_error 502')
    })

    it('with a payload that is not JSON, and sends nothing', async () => {
      await expect(client.post('/api/x', undefined)).rejects.toThrow('msg.bad_json')
      expect(send).not.toHaveBeenCalled()
    })

    it('when the device can have no guid, and sends nothing', async () => {
      const broken = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
        throw new Error('closed')
      })
      expect(await failing()).toBe('msg.no_guid')
      expect(send).not.toHaveBeenCalled()
      broken.mockRestore()
    })

    it.each([
      ['no answer', () => Promise.reject(new TypeError('cut')), 'msg.no_answer'],
      ['a fault of the server', () => Promise.resolve(answer(null, 503)), 'msg.no_answer'],
      ['no token in it', () => Promise.resolve(answer({})), 'msg.no_sign_token'],
    ])('when the token has %s, and sends no call', async (_name, fetched, message) => {
      session.keepToken({ signToken: 's', expireTime: '2000-01-01T00:00:00Z' })
      send.mockImplementation(fetched)
      expect(await failing()).toBe(message)
      expect(send).toHaveBeenCalledOnce()
    })
  })
})
