import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useClearing } from '../clearing'
import { asText, isEmpty, type CellProps, type EditorProps, type FieldKit } from '../kit'
import { useCandidates, type Candidate } from './useCandidates'
import { useLabel } from './useLabel'

export function ReferenceCell({ value, row, name }: CellProps) {
  return asText(row[`${name}__label`] ?? value)
}

/** A record by what people call it; typing asks the server. */
export function ReferenceEditor(props: EditorProps) {
  const { value, onChange, field, label, id, disabled, invalid, autoFocus } = props
  const { t } = useTranslation()
  const { candidates, loading, lacks, open, setOpen, setSearch } = useCandidates(field.to ?? '')
  const clearing = useClearing(field, () => {
    onChange(null)
  })
  const known = useLabel(field.to ?? '', value, label)
  const current = isEmpty(value)
    ? null
    : { value: Number(value), label: known ?? labelOf(candidates, value) }
  return (
    <Select<Candidate | null, Candidate>
      id={id}
      className="wide"
      labelInValue
      value={current}
      options={candidates}
      loading={loading}
      {...(lacks.length > 0 && {
        notFoundContent: t('reference.first', { fields: lacks.join(', ') }),
      })}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      open={open}
      onOpenChange={setOpen}
      {...clearing}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      autoFocus={autoFocus}
      onChange={(next) => {
        setSearch('')
        onChange(next?.value ?? null, next?.label)
      }}
    />
  )
}

function labelOf(candidates: Candidate[], value: unknown): string {
  return candidates.find((one) => one.value === value)?.label ?? asText(value)
}

export const referenceKit: FieldKit = {
  Cell: ReferenceCell,
  Editor: ReferenceEditor,
  format: asText,
  align: 'left',
}
