import { CheckOutlined } from '@ant-design/icons'
import { Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import type { CellProps, EditorProps, Drawn } from '../kit'

function BooleanCell({ value }: CellProps) {
  const { t } = useTranslation()
  if (value === true) return <CheckOutlined aria-label={t('ui.yes')} title={t('ui.yes')} />
  return <span className="quiet">{value === false ? t('ui.no') : ''}</span>
}

function BooleanEditor({ value, onChange, id, disabled, autoFocus, describedBy }: EditorProps) {
  return (
    <Switch
      id={id}
      checked={value === true}
      disabled={disabled}
      autoFocus={autoFocus}
      aria-describedby={describedBy}
      onChange={(checked) => {
        onChange(checked)
      }}
    />
  )
}

export const booleanKit: Drawn = {
  Cell: BooleanCell,
  Editor: BooleanEditor,
  format: (value, _field, words) => {
    if (value === true) return words.yes
    return value === false ? words.no : ''
  },
  align: 'center',
  shown: 'line',
  sample: true,
}
