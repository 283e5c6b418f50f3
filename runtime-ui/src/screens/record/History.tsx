import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData, type Change } from '../../data/provider'
import type { FieldMeta } from '../../data/screen'
import { exactTime } from '../../fields/instant/format'
import { asText, type Words } from '../../fields/kit'
import { fieldKits } from '../../fields/kits'
import { useWords } from '../../fields/words'
import { historyOf, type Told } from './historyOf'
import type { RecordMeta } from './parts'

/** Who changed what, asked for when somebody wants to see it. */
export function History({ meta, id }: { meta: RecordMeta; id: number }) {
  const { t } = useTranslation()
  const data = useData()
  const [open, setOpen] = useState(false)
  const history = useQuery({
    queryKey: ['table', meta.table.key, 'history', id],
    queryFn: ({ signal }) => historyOf(data, meta.table, id, signal),
    enabled: open,
  })
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
        {(history.data?.changes ?? []).map((change, index) => (
          <ChangeItem key={index} change={change} meta={meta} told={history.data} />
        ))}
      </ol>
    </section>
  )
}

interface ChangeItemProps {
  change: Change
  meta: RecordMeta
  told: Told | undefined
}

function ChangeItem({ change, meta, told }: ChangeItemProps) {
  const words = useWords()
  const action = useActionWord(change.action, meta)
  return (
    <li>
      <div>
        <strong>{change.user === '' ? (change.reason ?? '') : change.user}</strong> {action}{' '}
        {change.about !== undefined && <>{change.about} </>}
        <time className="quiet figure">{exactTime(change.at, words.language)}</time>
      </div>
      {Object.entries(change.changes).map(([key, [from, to]]) => {
        const field = meta.table.fields.find((one) => one.key === key)
        if (field === undefined) return null
        return (
          <div key={key}>
            <span className="quiet">{field.title}</span> {shown(from, field, words, told)} →{' '}
            {shown(to, field, words, told)}
          </div>
        )
      })}
    </li>
  )
}

const plainActions = [
  'attach',
  'detach',
  'insert',
  'update',
  'delete',
  'restore',
  'preview',
  'preview_end',
]

/** An action by the word that its button has. */
function useActionWord(key: string, { document }: RecordMeta): string {
  const { t } = useTranslation()
  if (plainActions.includes(key)) return t(`record.did_${key}`)
  return document?.actions.find((action) => action.key === key)?.title ?? t('record.did_update')
}

function shown(value: unknown, field: FieldMeta, words: Words, told: Told | undefined): string {
  const label = (one: unknown) =>
    told?.labels.get(`${field.to ?? ''} ${asText(one)}`) ??
    fieldKits[field.type].format(one, field, words)
  const text = Array.isArray(value) ? value.map(label).join(', ') : label(value)
  return text === '' ? '–' : text
}
