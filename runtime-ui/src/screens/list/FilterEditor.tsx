import { Checkbox, Segmented, Select, Space } from 'antd'
import type { ClipboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../page/useNotify'
import { isEmpty } from '../../format/plain'
import { fieldKits } from '../../fields/kits'
import { useCandidates } from '../../fields/reference/useCandidates'
import { useOptions } from '../../fields/words'
import { DayRange } from './DayRange'
import { isPasted, matches, opOf, type FilterEditorProps, type Match } from './filters'
import { mostValues, readPasted } from './paste/paste'
import { PastedList } from './paste/PastedList'
import { useLabels } from './useLabels'

/** The editor of one filter, by its operator and type. */
export function FilterEditor(props: FilterEditorProps) {
  const { filter, chosen, missing, onChange } = props
  const op = opOf(filter)
  const day = filter.type === 'date' || filter.type === 'instant'
  if (op === 'in') {
    if (filter.type === 'enum') return <Options {...props} />
    return (
      <>
        {props.ofList === true && filter.type === 'multi_reference' && <MatchChoice {...props} />}
        <Records {...props} />
      </>
    )
  }
  if (op === 'between') return day ? <DayRange {...props} /> : <Range {...props} />
  if (chosen === undefined || !isPasted(filter, chosen)) return <Single {...props} />
  return (
    <PastedList
      count={(chosen.value as unknown[]).length}
      missing={missing}
      onClear={() => {
        onChange(undefined)
      }}
    />
  )
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
        const value = next.map((one) => one.value)
        const cleared = next.length === 0 && chosen?.match === undefined
        onChange(cleared ? undefined : { ...chosen, value })
      }}
    />
  )
}

/** How the records of a list are met: any of them, all of them, none. */
function MatchChoice({ chosen, onChange }: FilterEditorProps) {
  const { t } = useTranslation()
  const value = (chosen?.value ?? []) as number[]
  return (
    <Segmented<Match | 'any'>
      className="filter-match"
      aria-label={t('filter.match')}
      value={chosen?.match ?? 'any'}
      options={(['any', ...matches] as const).map((one) => ({
        value: one,
        label: t(`filter.match_${one}`),
      }))}
      onChange={(match) => {
        if (match !== 'any') onChange({ value, match })
        else onChange(value.length === 0 ? undefined : { value })
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
          id={`filter-${filter.key}-${index}`}
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

/** One value, or a column pasted from a spreadsheet. */
function Single({ filter, chosen, ofList, onChange }: FilterEditorProps) {
  const { t } = useTranslation()
  const notify = useNotify()
  const { Editor, scanned } = fieldKits[filter.type]
  const labels = useLabels(filter, chosen)
  const takesLists = ofList === true && scanned
  function takePasted(event: ClipboardEvent) {
    const pasted = readPasted(event.clipboardData.getData('text'))
    if (pasted === undefined || !takesLists) return
    event.preventDefault()
    if (pasted.left > 0) {
      notify.warning(t('list.too_many_values', { max: mostValues, n: pasted.left }))
    }
    onChange({ value: pasted.values })
  }
  return (
    <div className="filter-select" onPasteCapture={takePasted}>
      <Editor
        id={`filter-${filter.key}`}
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
      {takesLists && <p className="quiet">{t('list.paste_help')}</p>}
    </div>
  )
}
