import { describe, expect, it } from 'vitest'
import type { ApiKey } from '../../data/upkeep'
import { keyOf } from './NewKeyDialog'
import { nextExpiry } from './useKeys'

describe('keyOf', () => {
  it('reads addresses however they are set apart', () => {
    const asked = keyOf({
      name: 'shop',
      user: 7,
      expires: '2027-01-02',
      addresses: '10.0.0.1, 10.1.0.0/16；::1',
    })
    expect(asked).toMatchObject({ user_id: 7, addresses: ['10.0.0.1', '10.1.0.0/16', '::1'] })
    expect(new Date(asked.expires_at).getDate()).toBe(2)
  })

  it('takes no address for anywhere', () => {
    expect(keyOf({ name: 'x', user: 1, expires: '2027-01-02' }).addresses).toEqual([])
  })
})

describe('nextExpiry', () => {
  it('gives the follower the same life', () => {
    const old = { createdAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-11T00:00:00Z' } as ApiKey
    expect(nextExpiry(old, Date.parse('2026-03-01T00:00:00Z'))).toBe('2026-03-11T00:00:00.000Z')
  })
})
