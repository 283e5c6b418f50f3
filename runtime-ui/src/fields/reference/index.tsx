import { Select } from 'antd'
import { use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BesideContext, useBeside } from '../beside'
import { useClearing } from '../clearing'
import { asText, isEmpty } from '../../format/plain'
import type { CellProps, EditorProps, Drawn } from '../kit'
import { useCandidates, type Candidate } from './useCandidates'
import { useLabel } from './useLabel'
import './reference.css'

function ReferenceCell({ value, row, name }: CellProps) {
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
  const beside = use(BesideContext)
  const tell = useBeside(beside, open ? candidates.map((one) => one.value) : [])
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
      {...(beside !== undefined && {
        optionRender: ({ label: name, value: of }) => <Told name={name} beside={tell(of)} />,
      })}
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

/** A choice with what is to be said beside it. */
function Told({ name, beside }: { name: ReactNode; beside: string | undefined }) {
  return (
    <span className="told-choice">
      <span>{name}</span> <span className="quiet figure">{beside}</span>
    </span>
  )
}

function labelOf(candidates: Candidate[], value: unknown): string {
  return candidates.find((one) => one.value === value)?.label ?? asText(value)
}

export const referenceKit: Drawn = {
  Cell: ReferenceCell,
  Editor: ReferenceEditor,
  format: asText,
  align: 'left',
  shown: 'line',
  sample: undefined,
}
