import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../../runtime-ui/src/render'
import { exportOf } from './firstOf'
import { NewDialog } from './NewDialog'
import { useWords } from './words'

interface NewExportProps {
  change: number
  onMade: (key: string) => void
  onCancel: () => void
}

/** A new template of files: it begins with the columns of a list. */
export function NewExport({ change, onMade, onCancel }: NewExportProps) {
  const { t } = useTranslation()
  const words = useWords()
  const { changes } = useData()
  const [list, setList] = useState<string>()
  const lists = useQuery({
    queryKey: ['meta objects', 'list', change],
    queryFn: ({ signal }) => changes.objects('list', change, signal),
  })
  const chosen = useQuery({
    queryKey: ['meta object', 'list', list, change, 'columns'],
    queryFn: ({ signal }) => changes.get('list', list ?? '', change, signal),
    enabled: list !== undefined,
  })
  return (
    <NewDialog
      kind="export"
      change={change}
      first={(key, title) => chosen.data && exportOf(key, title, chosen.data.object)}
      onMade={onMade}
      onCancel={onCancel}
    >
      <div className="form-field">
        <label htmlFor="new-list">{t('designer.export_of_list')}</label>
        <Select
          id="new-list"
          className="wide"
          showSearch={{ optionFilterProp: 'label' }}
          value={list ?? null}
          onChange={setList}
          options={(lists.data ?? []).map((one) => ({
            value: one.key,
            label: `${words.of(one.title) ?? one.key} (${one.key})`,
          }))}
        />
        <div className="quiet designer-help">{t('designer.export_of_list_hint')}</div>
      </div>
    </NewDialog>
  )
}
