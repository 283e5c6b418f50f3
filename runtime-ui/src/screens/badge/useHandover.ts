import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRuntime } from '../../page/runtime'
import { useTabs } from '../../page/tabs'
import { useSignIn, type BadgeProof } from './useSignIn'

/**
 * Hands this device to another person, on the page where the one before stands: once the badge is
 * proven, `setAside` parks what that one is in the middle of, and nothing else of it is left.
 */
export function useHandover(setAside: () => Promise<void>) {
  const { client } = useRuntime()
  const { prove, open } = useSignIn()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (shown: BadgeProof) => {
      const proven = await prove(shown)
      await setAside()
      try {
        await client.post('/api/auth/logout', {})
      } catch {
        // Without an answer the session before runs out by itself; its key is overwritten here.
      }
      await open(proven)
      useTabs.getState().closeAll()
      await queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'locale' })
    },
  })
}
