import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeItem } from './ChangeItem'
import type { RecordMeta } from './parts'
import { useHistory } from './useHistory'
import { useTakeBack } from './useTakeBack'

const latest = 5 // changes that are shown at first

interface HistoryProps {
  meta: RecordMeta
  id: number
  onTakenBack: () => void
}

/** Who changed what, and the way back to what it was. */
export function History({ meta, id, onTakenBack }: HistoryProps) {
  const { t } = useTranslation()
  const [most, setMost] = useState(latest)
  const history = useHistory(meta, id)
  const changes = history.data?.changes ?? []
  const takeBack = useTakeBack(meta, history.data, onTakenBack)
  if (!meta.table.rights.includes('history')) return null
  return (
    <section>
      <h2>{t('record.history')}</h2>
      {history.isPending && <Skeleton active />}
      {history.isError && <p className="refusal">{history.error.message}</p>}
      <ol className="history">
        {changes.slice(0, most).map((change, index) => (
          <ChangeItem
            key={change.id}
            change={change}
            meta={meta}
            told={history.data}
            takeBack={index === 0 ? undefined : takeBack}
          />
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
