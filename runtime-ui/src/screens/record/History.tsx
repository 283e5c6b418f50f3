import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData, type Change } from '../../data/provider'
import type { FieldMeta } from '../../data/screen'
import { asText, type Words } from '../../fields/kit'
import { fieldKits } from '../../fields/kits'
import { exactTime } from '../../fields/instant/format'
import { useWords } from '../../fields/words'
import type { RecordMeta } from './parts'

/** Who changed what, asked for when somebody wants to see it. */
export function History({ meta, id }: { meta: RecordMeta; id: number }) {
  const { t } = useTranslation()
  const data = useData()
  const [open, setOpen] = useState(false)
  const history = useQuery({
    queryKey: ['table', meta.table.key, 'history', id],
    queryFn: ({ signal }) => data.history(meta.table.key, id, signal),
    enabled: open,
  })
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
      <ol className="history">
        {(history.data ?? []).map((change, index) => (
          <ChangeItem key={index} change={change} fields={meta.table.fields} />
        ))}
      </ol>
    </section>
  )
}

function ChangeItem({ change, fields }: { change: Change; fields: FieldMeta[] }) {
  const words = useWords()
  return (
    <li>
      <div>
        <strong>{change.by}</strong> <span className="mono">{change.action}</span>{' '}
        <time className="quiet figure">{exactTime(change.at, words.language)}</time>
      </div>
      {Object.entries(change.changes).map(([key, [from, to]]) => {
        const field = fields.find((one) => one.key === key)
        return (
          <div key={key}>
            <span className="quiet">{field?.title ?? key}</span> {shown(from, field, words)} →{' '}
            {shown(to, field, words)}
          </div>
        )
      })}
    </li>
  )
}

function shown(value: unknown, field: FieldMeta | undefined, words: Words): string {
  const text =
    field === undefined ? asText(value) : fieldKits[field.type].format(value, field, words)
  return text === '' ? '–' : text
}
