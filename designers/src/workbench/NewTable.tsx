import { useQuery } from '@tanstack/react-query'
import { Alert, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData, type Adoptable } from '../../../runtime-ui/src/render'
import { adoptedOf, firstOf } from './firstOf'
import { NewDialog } from './NewDialog'

interface NewTableProps {
  change: number
  onMade: (key: string) => void
  onCancel: () => void
}

/** A new table: of our own, or one that another program made and that is only read. */
export function NewTable({ change, onMade, onCancel }: NewTableProps) {
  const { t } = useTranslation()
  const { changes } = useData()
  const [from, setFrom] = useState<string>()
  const [id, setId] = useState<string>()
  const found = useQuery({
    queryKey: ['adoptable tables'],
    queryFn: ({ signal }) => changes.adoptable(signal),
  })
  const chosen = found.data?.find((one) => one.from === from)
  const key = id ?? chosen?.keys[0]
  const fits = chosen?.columns.some((one) => one.name !== key && one.type !== '') === true
  return (
    <NewDialog
      kind="table"
      change={change}
      first={(name, title) => {
        if (from === undefined) return firstOf('table', name, title)
        if (chosen === undefined || key === undefined || !fits) return undefined
        return adoptedOf(name, title, chosen, key)
      }}
      onMade={onMade}
      onCancel={onCancel}
    >
      <div className="form-field">
        <label htmlFor="new-adopted">{t('designer.adopt')}</label>
        <Select
          id="new-adopted"
          className="wide"
          allowClear
          showSearch
          loading={found.isPending}
          value={from ?? null}
          placeholder={t('designer.adopt_none')}
          notFoundContent={t('designer.adopt_nothing')}
          onChange={(next: string | null | undefined) => {
            setFrom(next ?? undefined)
            setId(undefined)
          }}
          options={(found.data ?? []).map((one) => ({ value: one.from, label: one.from }))}
        />
        <div className="quiet designer-help">{t('designer.adopt_hint')}</div>
      </div>
      {chosen !== undefined && key === undefined && (
        <Alert type="warning" title={t('designer.adopt_no_key')} />
      )}
      {chosen !== undefined && key !== undefined && <Columns of={chosen} id={key} onId={setId} />}
    </NewDialog>
  )
}

/** The columns with the fields that are proposed, and the one that is the id. */
function Columns({ of, id, onId }: { of: Adoptable; id: string; onId: (id: string) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <div className="form-field">
        <label htmlFor="new-adopted-key">{t('designer.adopt_key')}</label>
        <Select
          id="new-adopted-key"
          className="wide"
          value={id}
          onChange={onId}
          options={of.keys.map((one) => ({ value: one, label: one }))}
        />
      </div>
      <div className="designer-adopted">
        <table>
          <thead>
            <tr>
              <th>{t('designer.adopt_column')}</th>
              <th>{t('designer.adopt_kind')}</th>
              <th>{t('designer.member.type')}</th>
            </tr>
          </thead>
          <tbody>
            {of.columns.map((one) => (
              <tr key={one.name}>
                <td className="mono">{one.name}</td>
                <td className="mono quiet">{one.kind}</td>
                <td>{one.name === id ? t('designer.adopt_key') : <TypeOf type={one.type} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function TypeOf({ type }: { type: string }) {
  const { t } = useTranslation()
  if (type === '') return <span className="quiet">{t('designer.adopt_left_out')}</span>
  return <span className="mono">{type}</span>
}
