import { useState } from 'react'
import { useData } from '../data/provider'
import { newUuid } from '../data/random'
import { basePath } from './site'
import { useNotify } from './useNotify'

const cameFrom = 'preview.from' // the address that the end leads back to

/** Starts and ends the look at the product as a role; either loads the app anew. */
export function usePreview() {
  const data = useData()
  const notify = useNotify()
  const [busy, setBusy] = useState(false)

  async function go(change: Promise<void>, to: () => string) {
    setBusy(true)
    try {
      await change
      location.assign(to())
    } catch (error) {
      notify.failure(error)
      setBusy(false)
    }
  }

  return {
    busy,
    start: (role: number, owner: number | undefined, from: string) =>
      go(data.previews.start(role, owner, newUuid()), () => {
        sessionStorage.setItem(cameFrom, from)
        return basePath
      }),
    end: () =>
      go(data.previews.end(newUuid()), () => {
        const from = sessionStorage.getItem(cameFrom) ?? basePath
        sessionStorage.removeItem(cameFrom)
        return from
      }),
  }
}
