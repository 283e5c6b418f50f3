import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bytesOf, importKey, sign, type SignedCall } from './signing'

const hex = 'ab'.repeat(32)
const call: SignedCall = {
  method: 'POST',
  path: '/api/data/item/query',
  query: '',
  timestamp: '1700000000000',
  nonce: '0f'.repeat(16),
  guid: '00000000-0000-4000-8000-000000000000',
  userType: 'user',
  accessToken: 'token',
  idempotencyKey: '',
  body: bytesOf('{"search":"布"}'),
}

function expected(): string {
  const hash = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')
  const { method, path, query, timestamp, nonce, guid, userType, idempotencyKey } = call
  const head = ['v2', method, path, query, timestamp, nonce, guid, userType]
  const parts = [...head, hash(call.accessToken), idempotencyKey, hash(call.body)]
  return createHmac('sha256', Buffer.from(hex, 'hex')).update(parts.join('\n')).digest('hex')
}

describe('sign', () => {
  it('signs with the fallback on a page that is not secure', async () => {
    expect(await sign(call, hex)).toBe(expected())
  })

  it('signs with a key that scripts cannot read on a secure page', async () => {
    Object.defineProperty(globalThis, 'isSecureContext', { value: true, configurable: true })
    const key = await importKey(hex)
    expect(key).not.toBeTypeOf('string')
    expect(await sign(call, key)).toBe(expected())
    Object.defineProperty(globalThis, 'isSecureContext', { value: false, configurable: true })
  })
})
