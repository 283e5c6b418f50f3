import { useTranslation } from 'react-i18next'
import type { Change } from '../../data/act'
import type { FieldMeta } from '../../data/screen'
import { exactTime } from '../../format/time'
import { asText } from '../../format/plain'
import { fieldKits } from '../../fields/kits'
import { useOptions, useWords } from '../../fields/words'
import type { Told } from './historyOf'
import type { RecordMeta } from './parts'

interface ChangeItemProps {
  change: Change
  meta: RecordMeta
  told: Told | undefined
}

/** One change: who, what, when, and the values before and after. */
export function ChangeItem({ change, meta, told }: ChangeItemProps) {
  const { t } = useTranslation()
  const { language } = useWords()
  const action = useActionWord(change.action, meta)
  const values = valuesOf(change, meta)
  const list = values.map(({ field, from, to }) => (
    <div key={field.key}>
      <span className="quiet">{field.title}</span>{' '}
      {change.action !== 'insert' && (
        <>
          <Value value={from} field={field} told={told} /> →{' '}
        </>
      )}
      <Value value={to} field={field} told={told} />
    </div>
  ))
  return (
    <li>
      <div>
        <strong>
          {change.user === '' ? t('log.system', { reason: change.reason ?? '' }) : change.user}
        </strong>{' '}
        {action} {change.about !== undefined && <>{change.about} </>}
        {change.let_by !== undefined && <>{t('handover.let_by', { name: change.let_by })} </>}
        <time className="quiet figure">{exactTime(change.at, language)}</time>
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
  'look',
  'insert',
  'update',
  'delete',
  'restore',
  'preview',
  'preview_end',
  'drop_column',
]

/** An action by the word that its button has. */
function useActionWord(key: string, { document }: RecordMeta): string {
  const { t } = useTranslation()
  if (plainActions.includes(key)) return t(`record.did_${key}`)
  return document?.actions.find((action) => action.key === key)?.title ?? t('record.did_update')
}

interface ValueProps {
  value: unknown
  field: FieldMeta
  told: Told | undefined
}

/** A value as a person reads it: a record and an option by their labels. */
function Value({ value, field, told }: ValueProps) {
  const words = useWords()
  const options = useOptions(field.dropdown)
  const label = (one: unknown) =>
    told?.labels.get(`${field.to ?? ''} ${asText(one)}`) ??
    options.find((option) => option.value === one)?.label ??
    fieldKits[field.type].format(one, field, words)
  const text = Array.isArray(value) ? value.map(label).join(', ') : label(value)
  return text === '' ? '–' : text
}
