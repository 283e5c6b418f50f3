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

interface ChangeItemProps {
  change: Change
  meta: RecordMeta
  told: Told | undefined
}

function ChangeItem({ change, meta, told }: ChangeItemProps) {
  const { t } = useTranslation()
  const words = useWords()
  const action = useActionWord(change.action, meta)
  const values = valuesOf(change, meta)
  const list = values.map(({ field, from, to }) => (
    <div key={field.key}>
      <span className="quiet">{field.title}</span>{' '}
      {change.action !== 'insert' && `${shown(from, field, words, told)} → `}
      {shown(to, field, words, told)}
    </div>
  ))
  return (
    <li>
      <div>
        <strong>{change.user === '' ? (change.reason ?? '') : change.user}</strong> {action}{' '}
        {change.about !== undefined && <>{change.about} </>}
        {change.let_by !== undefined && <>{t('handover.let_by', { name: change.let_by })} </>}
        <time className="quiet figure">{exactTime(change.at, words.language)}</time>
      </div>
      {change.action === 'insert' && list.length > 0 ? (
        <details>
          <summary>{t('record.history_values', { n: list.length })}</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </li>
  )
}

interface ChangedValue {
  field: FieldMeta
  from: unknown
  to: unknown
}

function valuesOf({ changes }: Change, { table }: RecordMeta): ChangedValue[] {
  return Object.entries(changes).flatMap(([key, [from, to]]) => {
    const field = table.fields.find((one) => one.key === key)
    return field === undefined ? [] : [{ field, from, to }]
  })
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
