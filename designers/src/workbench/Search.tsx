import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'

/** Finds among what a designer lists. */
export function Search({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation()
  return (
    <Input
      allowClear
      className="designer-search"
      prefix={<SearchOutlined />}
      aria-label={t('ui.search')}
      placeholder={t('ui.search')}
      value={value}
      onChange={(event) => {
        onChange(event.target.value)
      }}
    />
  )
}
