import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeItem } from './ChangeItem'
import type { RecordMeta } from './parts'
import { useHistory } from './useHistory'

const latest = 5 // changes that are shown at first

/** Who changed what. */
export function History({ meta, id }: { meta: RecordMeta; id: number }) {
  const { t } = useTranslation()
  const [most, setMost] = useState(latest)
  const history = useHistory(meta, id)
  const changes = history.data?.changes ?? []
  if (!meta.table.rights.includes('history')) return null
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
