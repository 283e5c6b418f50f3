import { toHex } from './random'

/** What a version 2 signature covers, in the words of the API contract. */
export interface SignedCall {
  method: string
  path: string // as sent, without the query
  query: string // raw, without the question mark
  timestamp: string // ms
  nonce: string
  guid: string
  userType: string
  accessToken: string
  idempotencyKey: string // '' when the call has none
  body: Uint8Array<ArrayBuffer>
}

/** A session's key: not readable by scripts where the page is secure, else its 64 hex digits. */
export type SigningKey = CryptoKey | string

/** Turns the 64 hex digits that login answers into the safest form that this page can hold. */
export async function importKey(hex: string): Promise<SigningKey> {
  if (!secure()) return hex
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', fromHex(hex), algorithm, false, ['sign'])
}

/** The value of the header `signature`: HMAC-SHA256 in lower-case hex digits. */
export async function sign(call: SignedCall, key: SigningKey): Promise<string> {
  const parts = [
    'v2',
    call.method,
    call.path,
    call.query,
    call.timestamp,
    call.nonce,
    call.guid,
    call.userType,
    await sha256(bytesOf(call.accessToken)),
    call.idempotencyKey,
    await sha256(call.body),
  ]
  return hmac(bytesOf(parts.join('\n')), key)
}

/** UTF-8 bytes of a text. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text))
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (secure()) return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
  const { sha256: hash } = await import('@noble/hashes/sha2.js')
  return toHex(hash(bytes))
}

async function hmac(bytes: Uint8Array<ArrayBuffer>, key: SigningKey): Promise<string> {
  if (typeof key !== 'string') {
    return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes)))
  }
  const [{ hmac: mac }, { sha256: hash }] = await Promise.all([
    import('@noble/hashes/hmac.js'),
    import('@noble/hashes/sha2.js'),
  ])
  return toHex(mac(hash, fromHex(key), bytes))
}

/** `crypto.subtle` does not exist on plain HTTP, which is what many floors have. */
function secure(): boolean {
  return globalThis.isSecureContext && 'subtle' in crypto
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const pairs = hex.match(/../g) ?? []
  return new Uint8Array(pairs.map((pair) => Number.parseInt(pair, 16)))
}
