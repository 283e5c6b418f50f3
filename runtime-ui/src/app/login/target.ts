/**
 * Where to go on after login: an address of this app, whatever the query asks for. The doors
 * themselves are no place to return to.
 */
export function targetOf(asked: string | undefined): string {
  if (asked === undefined || !/^\/(?![\\/])/.test(asked)) return '/'
  const { origin, pathname } = new URL(asked, location.origin)
  if (origin !== location.origin || doors.includes(pathname)) return '/'
  return asked
}

const doors = ['/login', '/reg', '/forget-pwd', '/auth-redirect']
