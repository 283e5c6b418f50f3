import { Button, Checkbox, Skeleton } from 'antd'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../data/rows'
import type { ColumnMeta, ListMeta } from '../../data/screen'
import { DropdownContext } from '../../fields/words'
import { Cell } from './Cell'
import { factsOf } from './facts'
import { NoRows } from './NoRows'
import { RowStep } from './RowStep'
import { useOpener, type RowsProps } from './RowsTable'

/** The rows of a list on a phone: two lines each, with the state and one action. */
export function Cards({ list, state, actions }: RowsProps) {
  const open = useOpener(list)
  if (state.rows.length === 0) {
    return (
      <div className="cards">
        {state.first ? (
          <Skeleton active className="padded" />
        ) : (
          state.error === null && <NoRows list={list} state={state} />
        )}
      </div>
    )
  }
  return (
    <>
      {/* Where no card can be opened, keys scroll the list itself. */}
      <ul className="cards" tabIndex={open === undefined ? 0 : undefined}>
        {state.rows.map((row) => (
          <li key={row.id}>
            {list.group.length === 0 && <SelectBox row={row} state={state} />}
            <Card columns={state.columns.shown} row={row} onOpen={open} />
            {list.next === undefined ? (
              <NextAction list={list} row={row} onRun={actions.run} />
            ) : (
              <RowStep row={row} />
            )}
          </li>
        ))}
      </ul>
      <Totals state={state} />
    </>
  )
}

/** The totals of the filter, which a table has in its foot. */
function Totals({ state: { columns, sums } }: { state: RowsProps['state'] }) {
  const { t } = useTranslation()
  const summed = columns.shown.filter(({ field }) => field in sums)
  if (summed.length === 0) return null
  return (
    <div className="card-totals">
      <span className="quiet">{t('list.total')}</span>
      {summed.map((column) => (
        <span key={column.field}>
          <span className="quiet">{column.title}</span>{' '}
          <Cell column={column} row={{ id: 0, ...sums }} />
        </span>
      ))}
    </div>
  )
}

function SelectBox({ row, state }: { row: Row; state: RowsProps['state'] }) {
  const { selected, isSelected, setSelected } = state
  return (
    <Checkbox
      aria-label={row._label ?? String(row.id)}
      checked={isSelected(row.id)}
      onChange={({ target }) => {
        const others = selected.filter((id) => id !== row.id)
        setSelected(target.checked ? [...others, row.id] : others)
      }}
    />
  )
}

interface CardProps {
  columns: ColumnMeta[]
  row: Row
  onOpen: ((row: Row) => void) | undefined
}

function Card({ columns, row, onOpen }: CardProps) {
  const dropdowns = use(DropdownContext)
  const { title, state, picture, rest } = factsOf(columns, row, ({ dropdown = '' }) =>
    (dropdowns[dropdown] ?? []).some(({ phase }) => phase !== undefined),
  )
  return (
    <button
      type="button"
      className="card"
      disabled={onOpen === undefined}
      onClick={() => onOpen?.(row)}
    >
      {picture !== undefined && (
        <span className="card-picture">
          <Cell column={picture} row={row} />
        </span>
      )}
      <span className="card-head">
        <strong className="clip">{title !== undefined && <Cell column={title} row={row} />}</strong>
        {state !== undefined && <Cell column={state} row={row} />}
      </span>
      <span className="card-facts">
        {rest.map((column) => (
          <span key={column.field} className="clip">
            <span className="quiet">{column.title}</span> <Cell column={column} row={row} />
          </span>
        ))}
      </span>
    </button>
  )
}

function NextAction(props: { list: ListMeta; row: Row; onRun: RowsProps['actions']['run'] }) {
  const { list, row, onRun } = props
  const possible = list.actions.filter((action) => row._can?.includes(action.key) === true)
  const next = possible.find((action) => action.primary === true)
  if (next === undefined) return null
  return (
    <Button size="small" onClick={() => void onRun(next, { ids: [row.id] })}>
      {next.title}
    </Button>
  )
}
