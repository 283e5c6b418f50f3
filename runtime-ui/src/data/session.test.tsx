import { afterEach, beforeEach, expect, it } from 'vitest'
import { readCookie } from './cookies'
import { sessionOf, type LoginAnswer } from './session'

function loginOf(userTrueName: string, menuIds: number[] = [1]): LoginAnswer {
  return {
    mobile: '123',
    accessToken: `token of ${userTrueName}`,
    VersionName: '1.4.0',
    userTrueName,
    signKey: 'ab'.repeat(32),
    expireTime: '2099-01-01T00:00:00Z',
    userType: 'user',
    language: null,
    menuIds,
  }
}

const office = sessionOf('user')
const guest = sessionOf('guest')

beforeEach(async () => {
  await office.open(loginOf('Ann'))
  await guest.open(loginOf('Gus'))
})
afterEach(async () => {
  await office.close()
  await guest.close()
})

it('keeps what the cookie of a user type is to hold', () => {
  expect(JSON.parse(readCookie('userInfo.user') ?? '')).toEqual({
    mobile: '123',
    accessToken: 'token of Ann',
    VersionName: '1.4.0',
    userTrueName: 'Ann',
  })
})

it('lets two user types be signed in side by side', async () => {
  office.keepToken({ signToken: 's', expireTime: '2099-01-01T00:00:00Z' })
  await office.close()
  expect([office.user(), office.token(), readCookie('menuIds.user')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(guest.user()?.userTrueName).toBe('Gus')
})

it('is there again when the page is loaded anew', async () => {
  const again = sessionOf('user')
  expect(again.user()?.userTrueName).toBe('Ann')
  expect(await again.key()).toBeDefined()
})

it('keeps the ids of all screens and 200 more within one cookie', async () => {
  const ids = Array.from({ length: 395 }, (_, n) => 135_100 + n)
  await office.open(loginOf('Ann', ids))
  const kept = readCookie('menuIds.user') ?? ''
  expect(kept.split('.').map(Number)).toEqual(ids)
  expect(encodeURIComponent(kept).length).toBeLessThan(4_000)
})
