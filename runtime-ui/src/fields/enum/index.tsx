import { Select } from 'antd'
import { use } from 'react'
import { useClearing } from '../clearing'
import { asText, isEmpty } from '../../format/plain'
import type { CellProps, EditorProps, Drawn } from '../kit'
import type { Option } from '../../data/screen'
import { byExact, choiceOf, isFound } from './choice'
import { DropdownContext, useOptions } from '../words'
import { PhaseTag } from './PhaseTag'

function EnumCell({ value, field }: CellProps) {
  const closed = use(DropdownContext)[field.dropdown ?? '']
  if (isEmpty(value)) return null
  if (closed === undefined) return <OpenCell value={value} dropdown={field.dropdown} />
  return <OptionCell value={value} options={closed} />
}

/** A value of a dropdown that the screen did not bring along. */
function OpenCell({ value, dropdown }: { value: unknown; dropdown: string | undefined }) {
  return <OptionCell value={value} options={useOptions(dropdown)} />
}

function OptionCell({ value, options }: { value: unknown; options: Option[] }) {
  const option = options.find((one) => one.value === value)
  const label = option?.label ?? asText(value)
  return option?.phase === undefined ? label : <PhaseTag phase={option.phase} label={label} />
}

function EnumEditor(props: EditorProps) {
  const { value, onChange, field, id, disabled, invalid, autoFocus } = props
  const options = useOptions(field.dropdown)
  const clearing = useClearing(field, () => {
    onChange(null)
  })
  return (
    <Select
      id={id}
      className="wide"
      value={isEmpty(value) ? null : (value as string)}
      options={options.map(choiceOf)}
      showSearch={{ filterOption: isFound, filterSort: byExact }}
      {...clearing}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      autoFocus={autoFocus}
      onChange={(next: string | null | undefined) => {
        onChange(next ?? null)
      }}
    />
  )
}

export const enumKit: Drawn = {
  Cell: EnumCell,
  Editor: EnumEditor,
  format: (value, field, words) =>
    words.option(field.dropdown ?? '', value)?.label ?? asText(value),
  align: 'left',
  shown: 'line',
  sample: undefined,
}
