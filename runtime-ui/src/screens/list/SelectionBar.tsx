import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Target } from '../../data/act'
import type { ActionMeta, ColumnMeta, ListMeta } from '../../data/screen'
import { About } from '../action/About'
import { subjectOf } from '../action/subject'
import type { Actions } from '../action/useActions'
import { useTable } from '../tables'
import { PrintButton } from '../print/PrintButton'
import { Makes } from './Makes'
import { Sums } from './Sums'
import type { ListState } from './useListScreen'

interface SelectionBarProps {
  list: ListMeta
  state: ListState
  actions: Actions
}

/** How much is selected, and what one can do with it. */
export function SelectionBar({ list, state, actions }: SelectionBarProps) {
  const { t } = useTranslation()
  const table = useTable(list.table)
  const [modal, holder] = Modal.useModal()
  const { selected, everything, total } = state
  if (selected.length === 0) return holder

  const count = everything ? total : selected.length
  const target = targetOf(list, state)
  const about = subjectOf(target, (id) => state.picked.find((row) => row.id === id)?._label)
  async function remove() {
    const sure = await modal.confirm({
      title: t('list.delete_question', { n: count }),
      content: about && <About subject={about} />,
      okText: t('ui.delete'),
      okButtonProps: { danger: true },
    })
    if (sure && (await actions.remove(target))) state.setSelected([])
  }
  return (
    <div className="selection-bar" role="toolbar" aria-label={t('list.selection')}>
      {holder}
      <strong>{t('list.selected', { n: count })}</strong>
      {mayTakeAll(state) && (
        <Button type="link" size="small" onClick={state.selectAll}>
          {t('list.select_all', { n: total })}
        </Button>
      )}
      {!everything && <Sums columns={summed(state)} rows={state.picked} />}
      <Button
        type="text"
        onClick={() => {
          state.setSelected([])
        }}
      >
        {t('list.unselect')}
      </Button>
      <span className="grow" />
      <div className="selection-actions">
        {list.actions.map((action) => (
          <Button
            key={action.key}
            danger={action.danger === true}
            disabled={!anyCan(state, action)}
            onClick={() => void actions.run(action, target)}
          >
            {action.title}
          </Button>
        ))}
        <PrintButton table={table} ids={selected} further={everything} />
        <Makes list={list} state={state} />
        {table.rights.includes('delete') && (
          <Button danger onClick={() => void remove()}>
            {t('ui.delete')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The columns that have totals, else all. */
function summed({ columns: { shown } }: ListState): ColumnMeta[] {
  const totals = shown.filter(({ total }) => total === true)
  return totals.length > 0 ? totals : shown
}

/** The rows themselves, or all of the filter with the count that the person saw. */
function targetOf(list: ListMeta, state: ListState): Target {
  const { selected, everything, filter, searched, total } = state
  if (!everything) return { ids: selected }
  return { list: list.key, filter: filter ?? { and: [] }, search: searched, expect: total }
}

/** All that match can be taken once the page is, where their number is known. */
function mayTakeAll(state: ListState) {
  const { rows, selected, isSelected, everything, total, totalIsFloor } = state
  const whole = rows.length > 0 && rows.every(({ id }) => isSelected(id))
  return whole && !everything && total > selected.length && !totalIsFloor
}

/** Rows of other pages are not known here; the server judges each row in the end. */
function anyCan(state: ListState, { key }: ActionMeta): boolean {
  const { rows, selected, isSelected, everything } = state
  const known = rows.filter(({ id }) => isSelected(id))
  if (everything || known.length < selected.length) return true
  return known.some((row) => row._can?.includes(key) === true)
}
