import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { targetOf } from './target'
import { isRevoked, useSignIn, type Credentials } from '../../screens/badge/useSignIn'

export type Login = ReturnType<typeof useLogin>

/** Signs in and goes on to where the person wanted to be; a revoked device is told to the page. */
export function useLogin(onRevoked: () => void) {
  const { prove, open } = useSignIn()
  const { redirect } = useSearch({ from: '/login' })
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      fetchAhead()
      await open(await prove(credentials))
      await navigate({ href: targetOf(redirect), replace: true })
    },
    onError: (error) => {
      if (isRevoked(error)) onRevoked()
    },
  })
}

/** While the server proves who it is, the frame and the home page are fetched already. */
function fetchAhead() {
  const parts = [import('../shell/Shell'), import('../../screens/home/HomeScreen')]
  void Promise.allSettled(parts) // what fails is told where it is needed
}
