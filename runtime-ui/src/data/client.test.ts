import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from './client'
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
  const client = createClient({ session, language: () => 'en', onLoggedOut, fetch: send })
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
})
