import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useData } from '../../data/provider'

/** Opens a sealed picture for a reason; its address is not kept longer than it is looked at. */
export function useLook(fileKey: string) {
  const data = useData()
  const queries = useQueryClient()
  const [url, setUrl] = useState<string>()

  async function look(reason: string) {
    setUrl(await data.link(fileKey, reason.trim()))
    // The look stands in the history of the record, whichever it is.
    await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'history' })
  }

  function close() {
    setUrl(undefined)
  }

  return { url, look, close }
}
