import type { ReactNode } from 'react'
import { apart } from './apart'

interface DifferenceProps {
  from: ReactNode // null where there was nothing before
  to: ReactNode // null where nothing is left
  long: [string, string] | undefined // the words of a long text, before and after
}

/** A value before and after; of a long text only the words that changed, with some around. */
export function Difference({ from, to, long }: DifferenceProps) {
  if (from === null || to === null) return from ?? to
  if (long === undefined) {
    return (
      <>
        {from} → {to}
      </>
    )
  }
  const { before, gone, come, after } = apart(...long)
  return (
    <>
      {before}
      {gone !== '' && <del>{gone}</del>}
      {come !== '' && <ins>{come}</ins>}
      {after}
    </>
  )
}
