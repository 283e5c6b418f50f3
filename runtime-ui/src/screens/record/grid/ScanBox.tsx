import { BarcodeOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../../data/provider'
import type { FieldMeta, LineGridMeta } from '../../../data/screen'
import { play } from '../../station/sounds'
import { addLine, remember, setCells, useRecordStore } from '../recordStore'
import type { GridControl } from './control'
import { readerOf, type Meaning } from './meaning'

interface ScanBoxProps {
  grid: LineGridMeta
  field: FieldMeta
  control: GridControl
}

/** A scanned code adds a line, or one more to the line that has it. */
export function ScanBox({ grid, field, control }: ScanBoxProps) {
  const { t } = useTranslation()
  const { code, setCode, unknown, take } = useScans(grid, field, control)
  return (
    <span className="scan-box">
      <Input
        className="mono"
        prefix={<BarcodeOutlined />}
        placeholder={t('record.scan_to_add')}
        aria-label={t('record.scan_to_add')}
        status={unknown === undefined ? '' : 'error'}
        value={code}
        onChange={(event) => {
          setCode(event.target.value)
        }}
        onPressEnter={take}
      />
      <span className="refusal" role="alert">
        {unknown !== undefined && t('record.code_unknown', { code: unknown })}
      </span>
    </span>
  )
}

/** Takes scans one after the other, however fast they come. */
function useScans(grid: LineGridMeta, field: FieldMeta, control: GridControl) {
  const data = useData()
  const store = useRecordStore()
  const [code, setCode] = useState('')
  const [unknown, setUnknown] = useState<string>()
  const last = useRef<Promise<void>>(Promise.resolve())
  const counted = countOf(grid, control)

  async function add(text: string) {
    const read = await readerOf(field, [text], { data, options: {}, loose: false })
    const meaning = read(text)
    setUnknown(meaning === undefined ? text : undefined)
    play(meaning === undefined ? 'error' : 'ok')
    if (meaning !== undefined) addOne(meaning)
  }

  function addOne(meaning: Meaning) {
    const line = control.lines().find(({ values }) => values[field.key] === meaning.value)
    remember(store)
    const key = line?.key ?? addLine(store, grid.set)
    const before = counted === undefined ? 0 : Number(line?.values[counted] ?? 0)
    setCells(store, grid.set, [
      ...(line === undefined ? [{ key, name: field.key, ...meaning }] : []),
      ...(counted === undefined ? [] : [{ key, name: counted, value: before + 1 }]),
    ])
  }

  return {
    code,
    setCode,
    unknown,
    take: () => {
      const text = code.trim()
      setCode('')
      if (text !== '') last.current = last.current.then(() => add(text))
    },
  }
}

/** The first figure of a line that people give: what a scan counts. */
function countOf(grid: LineGridMeta, control: GridControl): string | undefined {
  const added = { key: '', values: { id: 0 }, removed: false }
  return grid.columns.find(({ field, type }) => {
    const figure = type === 'integer' || type === 'decimal'
    return figure && control.openField(field, added) !== undefined
  })?.field
}
