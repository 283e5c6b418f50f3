import { BadgeForm } from '../../screens/badge/BadgeForm'
import { Styled } from '../Styled'
import type { Login } from './useLogin'

/** The form of badges as stations have it; it comes with the component library. */
export function StyledBadge({ login }: { login: Login }) {
  return (
    <Styled>
      <BadgeForm login={login} />
    </Styled>
  )
}
