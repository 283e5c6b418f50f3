import { BarcodeOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../app/useNotify'
import { useData } from '../../data/provider'
import type { FieldMeta, LineGridMeta } from '../../data/screen'
import { addLine, setLineField, useRecordStore } from './recordStore'
import { valueOf } from './useGridKeys'

/** A scanned code adds a line. */
export function ScanBox({ grid, field }: { grid: LineGridMeta; field: FieldMeta | undefined }) {
  const { t } = useTranslation()
  const data = useData()
  const store = useRecordStore()
  const notify = useNotify()
  const [code, setCode] = useState('')
  if (field === undefined) return null

  async function add(found: FieldMeta) {
    const value = await valueOf(code.trim(), found, data)
    if (value === undefined) {
      notify.warning(t('record.code_unknown', { code }))
    } else {
      setLineField(store, grid.set, addLine(store, grid.set), { name: found.key, ...value })
    }
    setCode('')
  }
  return (
    <Input
      className="scan-box mono"
      prefix={<BarcodeOutlined />}
      placeholder={t('record.scan_to_add')}
      aria-label={t('record.scan_to_add')}
      value={code}
      onChange={(event) => {
        setCode(event.target.value)
      }}
      onPressEnter={() => {
        if (code.trim() !== '') void add(field)
      }}
    />
  )
}
