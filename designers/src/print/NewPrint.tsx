import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../../runtime-ui/src/render'
import { NewDialog } from '../workbench/NewDialog'
import { useWords } from '../workbench/words'
import { emptyPrint, sizes } from './beginning'
import { nothing, useBeginnings } from './useBeginnings'

interface NewPrintProps {
  change: number
  onMade: (key: string) => void
  onCancel: () => void
}

/** A new template: what it is of, how large, and what lies on it already. */
export function NewPrint({ change, onMade, onCancel }: NewPrintProps) {
  const { t } = useTranslation()
  const words = useWords()
  const { changes } = useData()
  const [table, setTable] = useState<string>()
  const [size, setSize] = useState(Object.keys(sizes)[0] ?? '')
  const [from, setFrom] = useState(nothing)
  const tables = useQuery({
    queryKey: ['meta objects', 'table', change],
    queryFn: ({ signal }) => changes.objects('table', change, signal),
  })
  const { options, begin } = useBeginnings(table ?? '', change)
  const paper = sizes[size]
  return (
    <NewDialog
      kind="print"
      change={change}
      first={(key, title) => {
        if (table === undefined || paper === undefined) return undefined
        return begin(emptyPrint(key, title, table, paper), paper, from)
      }}
      onMade={onMade}
      onCancel={onCancel}
    >
      <div className="form-field">
        <label htmlFor="new-table">{t('designer.print.table')}</label>
        <Select
          id="new-table"
          className="wide"
          showSearch={{ optionFilterProp: 'label' }}
          value={table ?? null}
          onChange={(key) => {
            setTable(key)
            setFrom(nothing)
          }}
          options={(tables.data ?? []).map((one) => ({
            value: one.key,
            label: `${words.of(one.title) ?? one.key} (${one.key})`,
          }))}
        />
      </div>
      <div className="form-field">
        <label htmlFor="new-size">{t('designer.print.size')}</label>
        <Select
          id="new-size"
          className="wide"
          value={size}
          onChange={setSize}
          options={Object.keys(sizes).map((one) => ({ value: one, label: `${one} mm` }))}
        />
      </div>
      <div className="form-field">
        <label htmlFor="new-from">{t('designer.print.from')}</label>
        <Select
          id="new-from"
          className="wide"
          showSearch={{ optionFilterProp: 'label' }}
          value={from}
          onChange={setFrom}
          options={options}
        />
      </div>
    </NewDialog>
  )
}
