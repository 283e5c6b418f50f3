import { Checkbox, Select, Space } from 'antd'
import type { FilterMeta } from '../../data/screen'
import { isEmpty } from '../../fields/kit'
import { fieldKits } from '../../fields/kits'
import { useCandidates } from '../../fields/reference/useCandidates'
import { useOptions } from '../../fields/words'
import { DayRange } from './DayRange'
import { opOf, type Chosen } from './filters'
import { useLabels } from './useLabels'

export interface FilterEditorProps {
  filter: FilterMeta
  chosen: Chosen | undefined
  onChange: (chosen: Chosen | undefined) => void
}

/** The editor of one filter, by its operator and type. */
export function FilterEditor(props: FilterEditorProps) {
  const { type } = props.filter
  const op = opOf(props.filter)
  const day = type === 'date' || type === 'instant'
  if (op === 'in') return type === 'enum' ? <Options {...props} /> : <Records {...props} />
  if (op === 'between') return day ? <DayRange {...props} /> : <Range {...props} />
  return <Single {...props} />
}

function Options({ filter, chosen, onChange }: FilterEditorProps) {
  const options = useOptions(filter.dropdown)
  return (
    <Checkbox.Group
      className="stack"
      value={(chosen?.value ?? []) as string[]}
      options={options.map(({ value, label }) => ({ value: String(value), label }))}
      onChange={(values) => {
        onChange(values.length === 0 ? undefined : { value: values })
      }}
    />
  )
}

function Records({ filter, chosen, onChange }: FilterEditorProps) {
  const { candidates, loading, setOpen, setSearch } = useCandidates(filter.to ?? '')
  const labels = useLabels(filter, chosen)
  const values = (chosen?.value ?? []) as number[]
  const current = values.map((value) => ({ value, label: labels.get(value) ?? String(value) }))
  return (
    <Select
      mode="multiple"
      labelInValue
      autoFocus
      defaultOpen
      className="filter-select"
      value={current}
      options={candidates}
      loading={loading}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      onOpenChange={setOpen}
      onFocus={() => {
        setOpen(true)
      }}
      onChange={(next: { value: number }[]) => {
        onChange(next.length === 0 ? undefined : { value: next.map(({ value }) => value) })
      }}
    />
  )
}

function Range({ filter, chosen, onChange }: FilterEditorProps) {
  const { Editor } = fieldKits[filter.type]
  const ends = (chosen?.value ?? [null, null]) as unknown[]
  return (
    <Space>
      {[0, 1].map((index) => (
        <Editor
          key={index}
          id={`filter-${filter.field}-${index}`}
          value={ends[index]}
          field={filter}
          label={undefined}
          disabled={false}
          invalid={false}
          autoFocus={index === 0}
          describedBy={undefined}
          onChange={(value) => {
            const next = ends.map((end, i) => (i === index ? value : end))
            onChange(next.every(isEmpty) ? undefined : { value: next })
          }}
        />
      ))}
    </Space>
  )
}

function Single({ filter, chosen, onChange }: FilterEditorProps) {
  const { Editor } = fieldKits[filter.type]
  const labels = useLabels(filter, chosen)
  return (
    <div className="filter-select">
      <Editor
        id={`filter-${filter.field}`}
        value={chosen?.value}
        field={filter}
        label={labels.get(Number(chosen?.value))}
        disabled={false}
        invalid={false}
        autoFocus
        describedBy={undefined}
        onChange={(value) => {
          onChange(isEmpty(value) ? undefined : { value })
        }}
      />
    </div>
  )
}
