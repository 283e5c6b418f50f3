import { lazy, Suspense, useState } from 'react'
import { useNotices } from '../../page/notices'

const Notices = lazy(async () => ({ default: (await import('./StyledNotices')).StyledNotices }))

/** The place of notices; nothing of it is loaded before there is something to tell. */
export function LazyNotices() {
  const needed = useNotices((state) => state.waiting.length > 0)
  const [used, setUsed] = useState(false)
  if (needed && !used) setUsed(true)
  if (!used) return null
  return (
    <Suspense>
      <Notices />
    </Suspense>
  )
}
