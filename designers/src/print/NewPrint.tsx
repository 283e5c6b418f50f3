import { useQuery } from '@tanstack/react-query'
import { Checkbox, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../../runtime-ui/src/render'
import { filled as withElements } from '../draft/elements'
import { useElements } from '../draft/useElements'
import { NewDialog } from '../workbench/NewDialog'
import { useWords } from '../workbench/words'
import { emptyPrint, filledPrint, sizes } from './beginning'

interface NewPrintProps {
  change: number
  onMade: (key: string) => void
  onCancel: () => void
}

/** A new template: what it is of, how large, and whether the fields are on it already. */
export function NewPrint({ change, onMade, onCancel }: NewPrintProps) {
  const { t } = useTranslation()
  const words = useWords()
  const { changes } = useData()
  const elements = useElements(change)
  const [table, setTable] = useState<string>()
  const [size, setSize] = useState(Object.keys(sizes)[0] ?? '')
  const [filled, setFilled] = useState(false)
  const tables = useQuery({
    queryKey: ['meta objects', 'table', change],
    queryFn: ({ signal }) => changes.objects('table', change, signal),
  })
  const chosen = useQuery({
    queryKey: ['meta object', 'table', table, change, 'fields'],
    queryFn: ({ signal }) => changes.get('table', table ?? '', change, signal),
    enabled: table !== undefined,
  })
  const paper = sizes[size]
  return (
    <NewDialog
      kind="print"
      change={change}
      first={(key, title) => {
        if (table === undefined || paper === undefined) return undefined
        const empty = emptyPrint(key, title, table, paper)
        if (!filled) return empty
        return (
          chosen.data &&
          filledPrint(empty, paper, withElements(elements, 'table', chosen.data.object))
        )
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
          onChange={setTable}
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
      <Checkbox
        checked={filled}
        onChange={(event) => {
          setFilled(event.target.checked)
        }}
      >
        {t('designer.print.filled')}
      </Checkbox>
    </NewDialog>
  )
}
