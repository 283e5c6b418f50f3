import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../data/provider'
import { ChangeItem } from './ChangeItem'
import { historyOf } from './historyOf'
import type { RecordMeta } from './parts'

const latest = 5 // changes that are shown at first

/**
 * Who changed what. Beside the files of a record it is told at once; else it is asked for when
 * somebody wants to see it, and leaves its room to the lines.
 */
export function History({ meta, id }: { meta: RecordMeta; id: number }) {
  const { t } = useTranslation()
  const data = useData()
  const [open, setOpen] = useState(meta.table.attachments === true)
  const [most, setMost] = useState(latest)
  const history = useQuery({
    queryKey: ['table', meta.table.key, 'history', id],
    queryFn: ({ signal }) => historyOf(data, meta.table, id, signal),
    enabled: open && meta.table.rights.includes('history'),
  })
  const changes = history.data?.changes ?? []
  if (!meta.table.rights.includes('history')) return null
  if (!open) {
    return (
      <Button
        onClick={() => {
          setOpen(true)
        }}
      >
        {t('record.history')}
      </Button>
    )
  }
  return (
    <section>
      <h2>{t('record.history')}</h2>
      {history.isPending && <Skeleton active />}
      {history.isError && <p className="refusal">{history.error.message}</p>}
      <ol className="history">
        {changes.slice(0, most).map((change, index) => (
          <ChangeItem key={index} change={change} meta={meta} told={history.data} />
        ))}
      </ol>
      {changes.length > most && (
        <Button
          type="link"
          onClick={() => {
            setMost(Infinity)
          }}
        >
          {t('record.history_all', { n: changes.length })}
        </Button>
      )}
    </section>
  )
}
