import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { EditorProps } from '../kit'
import { useCandidates, type Candidate } from '../reference/useCandidates'
import { idsOf, namedOf } from './named'
import { useNames } from './useNames'

/** Records by what people call them: typing asks the server, Backspace takes the last one away. */
export function ReferencesEditor(props: EditorProps) {
  const { t } = useTranslation()
  const { value, onChange, field, label, id, disabled, invalid, autoFocus, describedBy } = props
  const { candidates, loading, open, setOpen, setSearch } = useCandidates(field.to ?? '')
  const names = useNames(field.to ?? '', idsOf(value), namedOf(label))
  const current = idsOf(value).map((one) => ({ value: one, label: names.get(one) ?? String(one) }))
  return (
    <Select<Candidate[], Candidate>
      id={id}
      mode="multiple"
      className="wide"
      labelInValue
      value={current}
      options={candidates}
      loading={loading}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      open={open}
      onOpenChange={setOpen}
      {...(field.max === undefined ? {} : { maxCount: field.max })}
      maxTagTextLength={24}
      {...(field.required === true ? {} : { allowClear: { label: t('control.clear') } })}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      autoFocus={autoFocus}
      aria-describedby={describedBy}
      onChange={(next) => {
        setSearch('')
        const named = next.map((one) => ({ id: one.value, _label: one.label }))
        onChange(named.length === 0 ? null : named.map((one) => one.id), named)
      }}
    />
  )
}
