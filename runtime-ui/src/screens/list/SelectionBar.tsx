import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ActionMeta, ListMeta } from '../../data/screen'
import type { Actions } from '../action/useActions'
import { useTable } from '../tables'
import type { ListState } from './useListScreen'

interface SelectionBarProps {
  list: ListMeta
  state: ListState
  actions: Actions
}

/** What one can do with the rows that are selected. */
export function SelectionBar({ list, state, actions }: SelectionBarProps) {
  const { t } = useTranslation()
  const table = useTable(list.table)
  const [modal, holder] = Modal.useModal()
  if (state.selected.length === 0) return holder

  const done = () => {
    state.setSelected([])
  }
  async function remove() {
    const sure = await modal.confirm({
      title: t('list.delete_question', { n: state.selected.length }),
      okText: t('ui.delete'),
      okButtonProps: { danger: true },
    })
    if (sure && (await actions.remove({ ids: state.selected }))) done()
  }
  return (
    <div className="selection-bar" role="toolbar">
      {holder}
      <strong>{t('list.selected', { n: state.selected.length })}</strong>
      {list.actions.map((action) => (
        <Button
          key={action.key}
          danger={action.danger === true}
          disabled={!anyCan(state, action)}
          onClick={() => {
            void actions.run(action, { ids: state.selected }).then((ran) => {
              if (ran) done()
            })
          }}
        >
          {action.title}
        </Button>
      ))}
      {table.rights.includes('delete') && (
        <Button danger onClick={() => void remove()}>
          {t('ui.delete')}
        </Button>
      )}
      <Button type="text" onClick={done}>
        {t('list.unselect')}
      </Button>
    </div>
  )
}

/** Rows of other pages are not known here; the server judges each row in the end. */
function anyCan({ rows, selected }: ListState, { key }: ActionMeta): boolean {
  const known = rows.filter((row) => selected.includes(row.id))
  return known.length < selected.length || known.some((row) => row._can?.includes(key) === true)
}
