import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData, type TriedExpression } from '../../../runtime-ui/src/render'
import { useChosenRecord } from './useChosenRecord'
import { usePaused } from './usePaused'

/** What an expression gives: its type, and its value on a record that the person chooses. */
export function TryIt({ told }: { told: TriedExpression }) {
  const { t } = useTranslation()
  const { type, table, value, refused, reads, open } = told
  return (
    <div className="expression-tried" role="group" aria-label={t('designer.try_on')}>
      <div>
        <span className="quiet">{t('designer.gives', { type })}</span>{' '}
        {value !== undefined && value !== '' && <strong className="mono">{value}</strong>}
        {refused !== undefined && refused !== '' && <span className="refusal">{refused}</span>}
      </div>
      {table !== undefined && <RecordChoice table={table} />}
      {reads !== undefined && reads.length > 0 && (
        <dl className="expression-reads">
          {reads.map((one) => (
            <div key={one.path} style={{ display: 'contents' }}>
              <dt className="mono quiet">{one.path}</dt>
              <dd className="mono">
                {one.value} {one.label !== undefined && <span className="quiet">{one.label}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {open?.map((name) => (
        <div key={name} className="quiet">
          {t('designer.open_name', { name })}
        </div>
      ))}
    </div>
  )
}

/** The record of a table to try on: the newest, until another is chosen. */
function RecordChoice({ table }: { table: string }) {
  const { t } = useTranslation()
  const data = useData()
  const [search, setSearch] = useState('')
  const words = usePaused(search, 250)
  const { record, choose } = useChosenRecord(table)
  const found = useQuery({
    queryKey: ['expression records', table, words],
    queryFn: ({ signal }) =>
      data.query(table, { size: 20, sort: ['-id'], ...(words && { search: words }) }, signal),
    retry: false,
  })
  const [first] = found.data?.rows ?? []
  useEffect(() => {
    if (record === 0 && first !== undefined) choose(first.id)
  }, [record, first, choose])
  return (
    <Select
      size="small"
      aria-label={t('designer.try_on')}
      placeholder={t('designer.try_on')}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      value={record === 0 ? null : record}
      notFoundContent={t('designer.no_record')}
      onChange={choose}
      options={(found.data?.rows ?? []).map((row) => ({
        value: row.id,
        label: String(row['_label'] ?? row.id),
      }))}
    />
  )
}
