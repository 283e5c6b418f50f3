import { Checkbox, DatePicker, Select, Space } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useTranslation } from 'react-i18next'
import type { FilterMeta } from '../../data/screen'
import { isEmpty } from '../../fields/kit'
import { fieldKits } from '../../fields/kits'
import { useCandidates } from '../../fields/reference/useCandidates'
import { useOptions } from '../../fields/words'
import { opOf, type Chosen } from './filters'

interface FilterEditorProps {
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
  if (op === 'between') return day ? <Days {...props} /> : <Range {...props} />
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
  const values = (chosen?.value ?? []) as number[]
  const labels = (chosen?.text ?? '').split(', ')
  const current = values.map((value, index) => ({ value, label: labels[index] ?? String(value) }))
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
      onChange={(next: { value: number; label: string }[]) => {
        const text = next.map(({ label }) => label).join(', ')
        onChange(next.length === 0 ? undefined : { value: next.map(({ value }) => value), text })
      }}
    />
  )
}

function Days({ filter, chosen, onChange }: FilterEditorProps) {
  const { t } = useTranslation()
  const [from, to] = (chosen?.value ?? []) as (string | null)[]
  const instant = filter.type === 'instant'
  const edge = (day: Dayjs | null, end: 'startOf' | 'endOf') => {
    if (day === null) return null
    return instant ? day[end]('day').format() : day.format('YYYY-MM-DD')
  }
  const presets = [
    { label: t('range.today'), days: 0 },
    { label: t('range.week'), days: 7 },
    { label: t('range.month'), days: 30 },
    { label: t('range.quarter'), days: 90 },
  ]
  return (
    <DatePicker.RangePicker
      allowEmpty
      value={[isEmpty(from) ? null : dayjs(from), isEmpty(to) ? null : dayjs(to)]}
      presets={presets.map(({ label, days }) => ({
        label,
        value: [dayjs().subtract(days, 'day'), dayjs()],
      }))}
      onChange={(days) => {
        const ends = [edge(days?.[0] ?? null, 'startOf'), edge(days?.[1] ?? null, 'endOf')]
        onChange(ends.every((end) => end === null) ? undefined : { value: ends })
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
  return (
    <div className="filter-select">
      <Editor
        id={`filter-${filter.field}`}
        value={chosen?.value}
        field={filter}
        label={chosen?.text}
        disabled={false}
        invalid={false}
        autoFocus
        describedBy={undefined}
        onChange={(value, text) => {
          if (isEmpty(value)) onChange(undefined)
          else onChange(text === undefined ? { value } : { value, text })
        }}
      />
    </div>
  )
}
