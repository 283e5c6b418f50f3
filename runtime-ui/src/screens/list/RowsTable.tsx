import { Button, Table, type TableColumnsType, type TableProps } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../data/provider'
import type { ColumnMeta, ListMeta } from '../../data/screen'
import { fieldKits } from '../../fields/kits'
import type { Actions } from '../action/useActions'
import { usePage } from '../page'
import { Cell } from './Cell'
import { NoRows } from './NoRows'
import type { ListState } from './useListScreen'
import { useDrill } from './useDrill'

export interface RowsProps {
  list: ListMeta
  state: ListState
  actions: Actions
}

/** The rows of a list on a wide screen. */
export function RowsTable({ list, state }: RowsProps) {
  const grouped = list.group.length > 0
  const columns = useTableColumns(list, state)
  return (
    <div className="list-rows">
      <Table<Row>
        rowKey="id"
        size="small"
        columns={columns}
        dataSource={state.rows}
        loading={state.loading && !state.first}
        pagination={false}
        showSorterTooltip={false}
        locale={{ emptyText: state.first ? ' ' : <NoRows state={state} /> }}
        onChange={sortHandler(state)}
        {...(grouped ? {} : { rowSelection: selectionOf(state) })}
        {...(Object.keys(state.sums).length > 0 ? { summary: () => <Sums state={state} /> } : {})}
      />
    </div>
  )
}

function selectionOf(state: ListState): NonNullable<TableProps<Row>['rowSelection']> {
  return {
    selectedRowKeys: state.selected,
    preserveSelectedRowKeys: true,
    columnWidth: 36,
    onChange: (keys) => {
      state.setSelected(keys.map(Number))
    },
  }
}

function sortHandler(state: ListState): NonNullable<TableProps<Row>['onChange']> {
  return (_pages, _filters, sorter) => {
    const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
    if (order == null) state.setSort([])
    else state.setSort([`${order === 'descend' ? '-' : ''}${String(columnKey)}`])
  }
}

function useTableColumns(list: ListMeta, state: ListState): TableColumnsType<Row> {
  const [first] = state.columns.shown
  return state.columns.shown.map((column) => ({
    key: column.field,
    title: column.title,
    align: fieldKits[column.type].align,
    sorter: true,
    sortOrder: orderOf(column, state.sort),
    ...(column.width === undefined ? {} : { width: column.width }),
    render: (_: unknown, row: Row) =>
      column === first ? (
        <FirstCell list={list} column={column} row={row} />
      ) : (
        <Cell column={column} row={row} />
      ),
  }))
}

function orderOf(column: ColumnMeta, sort: string[]) {
  if (sort[0] === column.field) return 'ascend'
  return sort[0] === `-${column.field}` ? 'descend' : null
}

/** The first cell leads to the record, or from a group to its rows. */
function FirstCell({ list, column, row }: { list: ListMeta; column: ColumnMeta; row: Row }) {
  const page = usePage()
  const drill = useDrill(list)
  const cell = <Cell column={column} row={row} />
  const open = list.group.length > 0 ? drill : opener(list, page.base, page.open)
  if (open === undefined) return cell
  return (
    <Button
      type="link"
      className="cell-link"
      {...(list.group.length > 0 ? {} : { href: recordPath(page.base, row) })}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return // a window of its own
        event.preventDefault()
        open(row)
      }}
    >
      {cell}
    </Button>
  )
}

function recordPath(base: string, row: Row) {
  return `${base}/${row.id}`
}

/** What opens a row's record; undefined for lists whose rows open nothing. */
export function opener(list: ListMeta, base: string, open: (path: string) => void) {
  if (list.open === 'none') return undefined
  return (row: Row) => {
    open(recordPath(base, row))
  }
}

function Sums({ state }: { state: ListState }) {
  const { t } = useTranslation()
  return (
    <Table.Summary fixed="bottom">
      <Table.Summary.Row>
        <Table.Summary.Cell index={0}>{''}</Table.Summary.Cell>
        {state.columns.shown.map((column, index) => (
          <Table.Summary.Cell
            key={column.field}
            index={index + 1}
            align={fieldKits[column.type].align}
          >
            {index === 0 && <span className="quiet">{t('list.total')}</span>}
            {column.field in state.sums && (
              <strong>
                <Cell column={column} row={{ id: 0, ...state.sums }} />
              </strong>
            )}
          </Table.Summary.Cell>
        ))}
      </Table.Summary.Row>
    </Table.Summary>
  )
}
