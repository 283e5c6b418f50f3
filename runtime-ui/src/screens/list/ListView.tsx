import { useMobile } from '../../look/useDevice'
import type { ListMeta } from '../../data/screen'
import { useActions } from '../action/useActions'
import { usePage } from '../../page/page'
import { useTable } from '../tables'
import { useHotkeys } from '../../page/useHotkeys'
import { Cards } from './Cards'
import { Failed } from './Failed'
import { Filters } from './Filters'
import { ListFoot } from './ListFoot'
import { ListHead } from './ListHead'
import { RowStepContext } from './RowStep'
import { RowsTable } from './RowsTable'
import { ScanBar } from './ScanBar'
import { SelectionBar } from './SelectionBar'
import { useListScreen } from './useListScreen'

/** A list of records: head, filters, rows, foot, and the bar of a selection. */
export function ListView({ title, list }: { title: string; list: ListMeta }) {
  const page = usePage()
  const mobile = useMobile()
  const table = useTable(list.table)
  const state = useListScreen(list)
  const actions = useActions(list.table, {
    onRan: state.setSelected,
    offered: list.actions,
    labelOf: (id) => state.picked.find((row) => row.id === id)?._label,
  })
  const mayCreate = list.create && table.rights.includes('create')
  const create = () => {
    page.open(`${page.base}/new`)
  }
  useHotkeys({ n: mayCreate ? create : undefined })

  const Rows = mobile ? Cards : RowsTable
  return (
    <section className="list" aria-label={title}>
      <ListHead title={title} list={list} state={state} onCreate={mayCreate ? create : undefined} />
      {list.scan === true && <ScanBar list={list} state={state} />}
      <Filters list={list} state={state} />
      <Failed state={state} />
      <RowStepContext value={{ list, actions }}>
        <Rows list={list} state={state} actions={actions} />
      </RowStepContext>
      <ListFoot state={state} />
      <SelectionBar list={list} state={state} actions={actions} />
      {actions.dialogs}
    </section>
  )
}
