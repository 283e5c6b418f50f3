import { useRuntime } from '../../page/runtime'

/** Ends the session here and on the server, then loads the app anew so that nothing is left. */
export function useLogout() {
  const { client, session } = useRuntime()
  return async () => {
    try {
      await client.post('/api/auth/logout', {})
    } catch {
      // Without an answer the session still ends here; the server's runs out by itself.
    }
    await session.close()
    location.reload()
  }
}
