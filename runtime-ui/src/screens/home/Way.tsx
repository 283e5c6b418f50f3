import type { ReactNode } from 'react'
import { usePage } from '../../page/page'
import { hrefOf } from '../../page/site'

/** A link to a page of the shell; plain words where the way is not granted. */
export function Way({ to, children }: { to: string | undefined; children: ReactNode }) {
  const page = usePage()
  if (to === undefined) return <span className="way">{children}</span>
  return (
    <a
      className="way"
      href={hrefOf(to)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        page.open(to)
      }}
    >
      {children}
    </a>
  )
}
