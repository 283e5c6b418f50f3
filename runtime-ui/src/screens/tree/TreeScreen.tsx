import { Skeleton, Table, type TableColumnsType } from 'antd'
import { useMemo } from 'react'
import type { Row } from '../../data/rows'
import type { ListMeta, TreeScreenMeta } from '../../data/screen'
import { fieldKits } from '../../fields/kits'
import { Cell } from '../list/Cell'
import { Failed } from '../list/Failed'
import { ListHead } from '../list/ListHead'
import { NoRows } from '../list/NoRows'
import { useListScreen } from '../list/useListScreen'
import { usePage } from '../../page/page'
import { hrefOf } from '../../page/site'
import { RecordScreen } from '../record/RecordScreen'
import { useTable } from '../tables'
import { treeOf, type TreeRow } from './treeOf'
import './tree.css'

interface TreeScreenProps {
  screen: TreeScreenMeta
  record: number | 'new' | undefined
}

/** Records below one another, and the page of each. */
export function TreeScreen({ screen, record }: TreeScreenProps) {
  if (record !== undefined) return <RecordScreen key={record} screen={screen} record={record} />
  return <TreeView title={screen.title} list={screen.list} />
}

const wholeTree = 500 // rows; the most that one answer holds

function TreeView({ title, list }: { title: string; list: ListMeta }) {
  const page = usePage()
  const table = useTable(list.table)
  const whole = useMemo(() => ({ ...list, pageSize: wholeTree }), [list])
  const state = useListScreen(whole)
  const roots = useMemo(
    () => treeOf(state.rows, list.parentField ?? ''),
    [state.rows, list.parentField],
  )
  const mayCreate = list.create && table.rights.includes('create')
  const columns: TableColumnsType<TreeRow> = state.columns.shown.map((column, index) => ({
    key: column.field,
    title: column.title,
    align: fieldKits[column.type].align,
    render: (_: unknown, row: Row) =>
      index === 0 ? (
        <a
          href={hrefOf(`${page.base}/${row.id}`)}
          onClick={(event) => {
            event.preventDefault()
            page.open(`${page.base}/${row.id}`)
          }}
        >
          <Cell column={column} row={row} />
        </a>
      ) : (
        <Cell column={column} row={row} />
      ),
  }))
  return (
    <section className="list" aria-label={title}>
      <ListHead
        title={title}
        list={list}
        state={state}
        onCreate={
          mayCreate
            ? () => {
                page.open(`${page.base}/new`)
              }
            : undefined
        }
      />
      <Failed state={state} />
      <div className="list-rows tree">
        {state.first && <Skeleton active className="padded" paragraph={{ rows: 8 }} />}
        {state.known && (
          <Table<TreeRow>
            // Made anew when rows arrive: antd opens all of them only at the first drawing.
            key={state.rows.length}
            rowKey="id"
            size="small"
            columns={columns}
            dataSource={roots}
            pagination={false}
            scroll={{ x: 'max-content' }}
            expandable={{ defaultExpandAllRows: true }}
            locale={{ emptyText: <NoRows list={list} state={state} /> }}
          />
        )}
      </div>
    </section>
  )
}
