import { Link } from '@tanstack/react-router'
import { addressOf } from '../notices/address'
import { usePlaces } from '../notices/useTold'

interface WayProps {
  screen: string | undefined
  record: number // 0: none in particular
  label: string
}

/** The way to a screen, or to a record there; plain words where one has no such entry. */
export function Way({ screen, record, label }: WayProps) {
  const to = addressOf(
    record === 0 || screen === undefined ? screen : `${screen}/${record}`,
    usePlaces(),
  )
  return to === undefined ? <span>{label}</span> : <Link to={to}>{label}</Link>
}
