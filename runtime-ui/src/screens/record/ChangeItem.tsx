import { useTranslation } from 'react-i18next'
import { Button } from 'antd'
import type { Change, LineChange } from '../../data/act'
import type { FieldMeta, TableMeta } from '../../data/screen'
import { exactTime } from '../../format/time'
import { asText } from '../../format/plain'
import { fieldKits } from '../../fields/kits'
import { useOptions, useWords } from '../../fields/words'
import { wordsOf } from '../../fields/rich_text/RichText'
import { Difference } from './Difference'
import { useRecordPart } from './recordStore'
import type { Told } from './historyOf'
import type { RecordMeta } from './parts'

interface ChangeItemProps {
  change: Change
  meta: RecordMeta
  told: Told | undefined
  takeBack: ((change: Change) => Promise<void>) | undefined
}

/** One change: who, what, when, and the values before and after. */
export function ChangeItem({ change, meta, told, takeBack }: ChangeItemProps) {
  const { t } = useTranslation()
  const { language } = useWords()
  const action = useActionWord(change.action, meta)
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
      <Values {...change} table={meta.table} told={told} />
      {change.lines?.map((line) => (
        <LineItem key={`${line.set} ${line.id}`} line={line} meta={meta} told={told} />
      ))}
      {takeBack !== undefined && (
        <Button
          size="small"
          onClick={() => {
            void takeBack(change)
          }}
        >
          {t('record.take_back')}
        </Button>
      )}
    </li>
  )
}

interface LineItemProps {
  line: LineChange
  meta: RecordMeta
  told: Told | undefined
}

/** What became of a line, under the name that its first column gives it. */
function LineItem({ line, meta, told }: LineItemProps) {
  const { t } = useTranslation()
  const lines = useRecordPart((state) => state.lines[line.set])
  const grid = meta.form.lines.find(({ set }) => set === line.set)
  const table = meta.tables[grid?.table ?? '']
  const column = grid?.columns[0]?.field
  const field = table?.fields.find(({ key }) => key === column)
  if (table === undefined || grid === undefined) return null
  const own = lines?.find(({ values }) => values.id === line.id)?.values[column ?? '']
  const name = own ?? saidOf(line, column ?? '', told)
  return (
    <div className="history-line">
      <strong>
        {grid.title}
        {field !== undefined && name !== undefined && (
          <>
            {' · '}
            <Value value={name} field={field} told={told} />
          </>
        )}
      </strong>{' '}
      {line.action === 'insert' && t('record.line_insert')}
      {line.action === 'delete' && t('record.line_delete')}
      <Values {...line} table={table} told={told} />
    </div>
  )
}

/** What the history says that a value of a line is or was. */
function saidOf(line: LineChange, column: string, told: Told | undefined): unknown {
  const all = (told?.changes ?? []).flatMap(({ lines = [] }) => lines)
  const same = all.filter(({ set, id }) => set === line.set && id === line.id)
  return same
    .flatMap(({ changes }) => changes[column] ?? [])
    .find((value) => value !== null && value !== undefined)
}

interface ValuesProps {
  action: string
  changes: Change['changes']
  table: TableMeta
  told: Told | undefined
}

/** The values before and after; those of what is new, or gone, fold. */
function Values({ action, changes, table, told }: ValuesProps) {
  const { t } = useTranslation()
  const list = valuesOf(changes, table).map(({ field, from, to }) => (
    <div key={field.key}>
      <span className="quiet">{field.title}</span>{' '}
      <Difference
        from={action === 'insert' ? null : <Value value={from} field={field} told={told} />}
        to={action === 'delete' ? null : <Value value={to} field={field} told={told} />}
        long={isLong(field.type) ? [wordsOf(asText(from)), wordsOf(asText(to))] : undefined}
      />
    </div>
  ))
  if (list.length === 0 || (action !== 'insert' && action !== 'delete')) return list
  return (
    <details>
      <summary>{t('record.history_values', { n: list.length })}</summary>
      {list}
    </details>
  )
}

function isLong(type: FieldMeta['type']): boolean {
  return type === 'rich_text' || type === 'long_text'
}

interface ChangedValue {
  field: FieldMeta
  from: unknown
  to: unknown
}

function valuesOf(changes: Change['changes'], table: TableMeta): ChangedValue[] {
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
