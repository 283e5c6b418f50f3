import { PlusOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { use, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useData } from '../../../data/provider'
import type { FormLinesMeta } from '../../../data/screen'
import { DropdownContext } from '../../../fields/words'
import { judge } from '../conditions'
import { usePhone } from '../../../look/useDevice'
import { mayEditMember, type RecordMeta } from '../parts'
import { linesOf, useRecordPart, useRecordStore, type Line } from '../recordStore'
import { GridControl } from './control'
import { emptyColumns } from './emptyColumns'
import { GridContext } from './GridContext'
import { GridHead } from './GridHead'
import { GridRow } from './GridRow'
import { GridStatus } from './GridStatus'
import { GridTotals } from './GridTotals'
import { ScanBox } from './ScanBox'
import { useGridEvents } from './useGridEvents'
import { useWindow } from './useWindow'
import './grid.css'

interface LineGridProps {
  meta: RecordMeta
  grid: FormLinesMeta
}

/** A set of lines: read as a table, typed as a spreadsheet. */
export function LineGrid({ meta, grid }: LineGridProps) {
  const { t } = useTranslation()
  const store = useRecordStore()
  const data = useData()
  const options = use(DropdownContext)
  const editing = useRecordPart((state) => state.editing)
  const phone = usePhone()
  const shown = useShown(grid, phone && !editing)
  const control = useMemo(
    () => new GridControl({ meta, grid: shown, store, data, options, say: t }),
    [meta, shown, store, data, options, t],
  )
  const all = useRecordPart(({ lines }) => lines[grid.set])
  const lines = useMemo(() => linesOf({ lines: { [grid.set]: all ?? [] } }, grid.set), [all, grid])
  const base = useRecordPart((state) => state.base)
  const visible = useRecordPart((record) => judge(grid.visible, record, true))
  const written = meta.tables[grid.table]?.writes === 'all'
  const editable = editing && written && mayEditMember(meta, base, grid.set)
  if (!visible) return null
  return (
    <GridContext value={control}>
      <section className="lines" aria-label={grid.title}>
        <div className="lines-head">
          <h2>
            {grid.title} <span className="quiet figure">{lines.length}</span>
          </h2>
          {editable && <GridTools grid={shown} control={control} />}
        </div>
        <GridTable grid={shown} control={control} lines={lines} editable={editable} />
        {editable && <GridStatus grid={shown} lines={lines} />}
      </section>
    </GridContext>
  )
}

/** The grid with the columns that the head has shown now; `folded` without those that are empty. */
function useShown(grid: FormLinesMeta, folded: boolean): FormLinesMeta {
  const hidden = useRecordPart((record) => {
    const empty = folded ? emptyColumns(grid.columns, linesOf(record, grid.set)) : []
    return grid.columns
      .filter((column) => empty.includes(column) || !judge(column.visible, record, true))
      .map(({ field }) => field)
      .join()
  })
  return useMemo(() => {
    const left = new Set(hidden.split(','))
    return { ...grid, columns: grid.columns.filter(({ field }) => !left.has(field)) }
  }, [grid, hidden])
}

function GridTools({ grid, control }: { grid: FormLinesMeta; control: GridControl }) {
  const { t } = useTranslation()
  const changed = useRecordPart(({ past }) => past.length > 0)
  const field = control.fields.find(({ key }) => key === grid.scan)
  return (
    <>
      {field !== undefined && <ScanBox grid={grid} field={field} control={control} />}
      <Button
        icon={<UndoOutlined />}
        disabled={!changed}
        title={`${t('record.undo')} (Ctrl+Z)`}
        aria-label={t('record.undo')}
        onClick={() => {
          control.takeBack()
        }}
      />
      <Button
        icon={<PlusOutlined />}
        onClick={() => {
          control.append()
        }}
      >
        {t('ui.add_line')}
      </Button>
    </>
  )
}

interface GridTableProps {
  grid: FormLinesMeta
  control: GridControl
  lines: Line[]
  editable: boolean
}

function GridTable({ grid, control, lines, editable }: GridTableProps) {
  const ref = useRef<HTMLDivElement>(null)
  const view = useWindow(ref, lines.length)
  const events = useGridEvents(control)
  useKeepInView(ref, control, lines)
  const width = grid.columns.length + (editable ? 2 : 1)
  return (
    <div
      className={`lines-scroll ${view.many ? 'many' : ''}`}
      ref={ref}
      role="group"
      aria-label={grid.title}
      tabIndex={0}
      {...events}
    >
      <table aria-rowcount={lines.length + 1}>
        <GridHead columns={grid.columns} editable={editable} />
        <tbody>
          <Gap height={view.before} width={width} />
          {lines.slice(view.first, view.end).map((line, index) => (
            <GridRow
              key={line.key}
              set={grid.set}
              columns={grid.columns}
              line={line}
              number={view.first + index + 1}
              editable={editable}
            />
          ))}
          <Gap height={view.after} width={width} />
        </tbody>
        <GridTotals columns={grid.columns} lines={lines} editable={editable} />
      </table>
    </div>
  )
}

/** The room of the rows that are not drawn. */
function Gap({ height, width }: { height: number; width: number }) {
  if (height === 0) return null
  return (
    <tr aria-hidden="true">
      <td className="gap" colSpan={width} style={{ height }} />
    </tr>
  )
}

/** Rows beside the edge that stay in view around the cell in hand. */
const margin = 2

/** Scrolls the line of the cell in hand into view, also one that is not drawn. */
function useKeepInView(
  ref: React.RefObject<HTMLDivElement | null>,
  control: GridControl,
  lines: Line[],
) {
  const key = useStore(control.state, ({ active }) => active?.key)
  const index = lines.findIndex((line) => line.key === key)
  useEffect(() => {
    const area = ref.current
    const row = area?.querySelector<HTMLElement>('tbody tr[data-line]')?.offsetHeight
    if (area === null || row === undefined || index < 0) return
    if (area.scrollHeight <= area.clientHeight) return
    const top = (index - margin) * row
    const bottom = (index + 2 + margin) * row
    if (area.scrollTop > top) area.scrollTop = Math.max(0, top)
    else if (area.scrollTop + area.clientHeight < bottom)
      area.scrollTop = bottom - area.clientHeight
  }, [ref, index])
}
