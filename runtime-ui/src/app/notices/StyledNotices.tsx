import { Styled } from '../Styled'
import { Notices } from './Notices'

/** Notices bring the component library along, since they may be told before the shell. */
export function StyledNotices() {
  return (
    <Styled>
      <Notices />
    </Styled>
  )
}
