const yearSeconds = 365 * 24 * 3600

/** The cookie's value, or undefined when it is not set. */
export function readCookie(name: string): string | undefined {
  const prefix = `${encodeURIComponent(name)}=`
  const found = document.cookie.split('; ').find((part) => part.startsWith(prefix))
  return found === undefined ? undefined : decodeURIComponent(found.slice(prefix.length))
}

/** Sets a cookie for the browser session, or for one year when it is a lasting preference. */
export function writeCookie(name: string, value: string, lasting: 'session' | 'year') {
  const age = lasting === 'year' ? `; Max-Age=${yearSeconds}` : ''
  write(name, value, age)
}

/** Removes a cookie; nothing happens when it is not set. */
export function removeCookie(name: string) {
  write(name, '', '; Max-Age=0')
}

function write(name: string, value: string, age: string) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  document.cookie = `${pair}; Path=/; SameSite=Strict${age}${secure}`
}
