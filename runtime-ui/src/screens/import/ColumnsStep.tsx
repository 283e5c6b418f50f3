import { Alert, Button, Select, Table } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Preview } from '../../data/importing'
import type { ImportMeta } from '../../data/screen'
import { usePhone } from '../../look/useDevice'
import { SchemaForm } from '../../forms/SchemaForm'
import type { ImportState } from './useImport'

interface ColumnsStepProps {
  id: string
  mapping: ImportMeta
  state: ImportState
}

/** Which column fills what, and in which encoding the file was read. */
export function ColumnsStep({ id, mapping, state }: ColumnsStepProps) {
  const { t } = useTranslation()
  if (state.kept === undefined) return null
  const { name, preview } = state.kept
  const lacking = preview.lacking.filter(({ required }) => required)
  const unused = preview.headers.filter(({ key }, at) => key === '' && !state.choices.has(at))
  const titles = (list: { title: string }[]) => list.map(({ title }) => title).join(', ')
  return (
    <>
      <div className="import-row">
        <p>
          <strong>{name}</strong>
        </p>
        {preview.format === 'csv' && <Encoding state={state} preview={preview} />}
      </div>
      {lacking.length > 0 && (
        <Alert type="error" showIcon title={t('import.lacking', { columns: titles(lacking) })} />
      )}
      {unused.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('import.unused', {
            columns: unused.map(({ header }) => header || '–').join(', '),
          })}
        />
      )}
      <Columns preview={preview} state={state} />
      <SchemaForm
        id={id}
        fields={mapping.params}
        values={state.params}
        onChange={state.setParams}
        onSubmit={(given) => void state.check(given)}
      />
    </>
  )
}

const encodings = ['', 'utf-8', 'gbk', 'windows-1252', 'utf-16']

function Encoding({ state, preview }: { state: ImportState; preview: Preview }) {
  const { t } = useTranslation()
  const name = (code: string) =>
    code === '' ? t('import.encoding_found', { encoding: preview.encoding }) : code.toUpperCase()
  return (
    <label className="import-row">
      {t('import.encoding')}
      <Select
        value={state.encoding}
        disabled={state.busy}
        popupMatchSelectWidth={false}
        options={encodings.map((value) => ({ value, label: name(value) }))}
        onChange={(code) => void state.decode(code)}
      />
    </label>
  )
}

function Columns({ preview, state }: { preview: Preview; state: ImportState }) {
  const { t } = useTranslation()
  const phone = usePhone()
  return (
    <>
      <Table
        size="small"
        pagination={false}
        scroll={{ y: 320, ...(phone ? {} : { x: 'max-content' }) }}
        rowKey="at"
        dataSource={preview.headers.map((column, at) => ({
          ...column,
          at,
          sample: preview.rows
            .map((cells) => cells[at])
            .filter(Boolean)
            .join(' · '),
        }))}
        columns={[
          {
            title: t('import.in_file'),
            render: (_, { header, sample }) => (
              <>
                {header}
                {phone && <div className="quiet">{sample}</div>}
              </>
            ),
          },
          {
            title: t('import.fills'),
            render: (_, { at, header, key }) => (
              <Fills at={at} header={header} field={key} preview={preview} state={state} />
            ),
          },
          // On a phone it stands below the name of its column.
          ...(phone
            ? []
            : [{ dataIndex: 'sample', title: t('import.sample'), className: 'quiet' }]),
        ]}
      />
      {state.choices.size > 0 && (
        <div className="import-row">
          <span className="quiet">{t('import.remembered')}</span>
          <Button size="small" disabled={state.busy} onClick={() => void state.matchByHeaders()}>
            {t('import.as_found')}
          </Button>
        </div>
      )}
    </>
  )
}

interface FillsProps {
  at: number
  header: string
  field: string // key; '' when nothing is filled
  preview: Preview
  state: ImportState
}

/** The field that a column fills: the one that its header names, or another one by hand. */
function Fills({ at, header, field, preview, state }: FillsProps) {
  const { t } = useTranslation()
  const taken = new Set(preview.headers.map(({ key }) => key))
  return (
    <Select
      className="import-field"
      size="small"
      aria-label={t('import.choose_field', { column: header || at + 1 })}
      value={field}
      status={field === '' && !state.choices.has(at) ? 'warning' : ''}
      disabled={state.busy}
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      options={[
        { value: '', label: t('import.leave_out') },
        ...preview.fields.map(({ key, title, required }) => ({
          value: key,
          label: required ? `${title} *` : title,
          className: taken.has(key) && key !== field ? 'quiet' : '',
        })),
      ]}
      onChange={(next) => void state.fill(at, next)}
    />
  )
}
