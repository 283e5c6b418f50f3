import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../../data/provider'

interface ReaderProps {
  id: string
  value: number | undefined
  onChange: (id: number | undefined) => void
}

const size = 20

/** Who gets the letter: oneself unless somebody is chosen. */
export function Reader({ id, value, onChange }: ReaderProps) {
  const { t } = useTranslation()
  const data = useData()
  const [search, setSearch] = useState('')
  const found = useQuery({
    queryKey: ['user', 'readers', search],
    queryFn: ({ signal }) => data.query('user', { search, size }, signal),
  })
  return (
    <Select
      id={id}
      allowClear
      showSearch={{ filterOption: false, onSearch: setSearch }}
      placeholder={t('mailing.myself')}
      value={value}
      options={(found.data?.rows ?? []).map((row) => ({
        value: row.id,
        label: row._label ?? String(row.id),
      }))}
      onChange={onChange}
    />
  )
}
