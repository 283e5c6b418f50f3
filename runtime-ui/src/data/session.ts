import { readCookie, removeCookie, writeCookie } from './cookies'
import { keyStore } from './keyStore'
import { importKey, type SigningKey } from './signing'

/** The signed-in person, as the cookie `userInfo.<userType>` keeps it. */
export interface UserInfo {
  mobile: string
  accessToken: string
  VersionName: string
  userTrueName: string
}

/** The device's token, as the cookie `tokenInfo.<userType>` keeps it. */
export interface TokenInfo {
  signToken: string
  expireTime: string // RFC 3339
}

/** What login answers. */
export interface LoginAnswer extends UserInfo {
  signKey: string // 64 hex digits
  expireTime: string
  userType: string
  language: string | null
  menuIds: number[]
}

/** The stored session of one user type; it outlives the page but not the browser session. */
export interface Session {
  readonly userType: string
  user(): UserInfo | undefined
  token(): TokenInfo | undefined
  key(): Promise<SigningKey | undefined>
  open(login: LoginAnswer): Promise<void>
  keepToken(token: TokenInfo): void
  close(): Promise<void>
}

/** The session of a user type; user types do not see each other's. */
export function sessionOf(userType: string): Session {
  const names = {
    user: `userInfo.${userType}`,
    token: `tokenInfo.${userType}`,
    menus: `menuIds.${userType}`,
  }
  return {
    userType,
    user: () => parse(readCookie(names.user)) as UserInfo | undefined,
    token: () => parse(readCookie(names.token)) as TokenInfo | undefined,
    key: () => keyStore.read(userType),
    async open(login) {
      const { mobile, accessToken, VersionName, userTrueName } = login
      const user: UserInfo = { mobile, accessToken, VersionName, userTrueName }
      await keyStore.write(userType, await importKey(login.signKey), login.signKey)
      writeCookie(names.user, JSON.stringify(user), 'session')
      writeCookie(names.menus, login.menuIds.join('.'), 'session')
    },
    keepToken(token) {
      writeCookie(names.token, JSON.stringify(token), 'session')
    },
    async close() {
      Object.values(names).forEach(removeCookie)
      await keyStore.remove(userType)
    },
  }
}

function parse(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
