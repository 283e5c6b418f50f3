import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../../page/useNotify'
import { useData } from '../../../data/provider'
import { newUuid } from '../../../data/random'

const largest = 32 // MB that the server takes
const bytesOfMB = 1 << 20

/** The files of a record. */
export function useAttachmentList(table: string, id: number) {
  const data = useData()
  return useQuery({
    queryKey: ['table', table, 'attachments', id],
    queryFn: ({ signal }) => data.attachments.list(table, id, signal),
    enabled: id !== 0,
  })
}

/** What one does with the files of a record. */
export function useAttachments(table: string, id: number) {
  const data = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const { t } = useTranslation()
  const [pending, setPending] = useState(0)

  async function renew() {
    await queries.invalidateQueries({ queryKey: ['table', table, 'attachments', id] })
    await queries.invalidateQueries({ queryKey: ['table', table, 'history', id] })
  }

  async function keep(file: File) {
    if (file.size > largest * bytesOfMB) {
      notify.warning(t('attachment.too_large', { name: file.name, max: largest }))
      return
    }
    setPending((n) => n + 1)
    try {
      await data.attachments.add(table, id, await data.upload(file, newUuid()), newUuid())
    } finally {
      setPending((n) => n - 1)
    }
  }

  /** One after the other; what is refused is told, and the others go on. */
  async function add(files: File[]) {
    for (const file of files)
      await keep(file).catch((error: unknown) => {
        notify.failure(error)
      })
    await renew()
  }

  async function remove(attachment: number) {
    await data.attachments.remove(table, id, attachment, newUuid())
    await renew()
  }

  return { pending, add, remove }
}
