import type { ListMeta } from '../../../data/screen'
import type { ListState } from '../useListScreen'
import { HeadCell } from './HeadCell'
import type { Grid } from './useGrid'
import { useTranslation } from 'react-i18next'

/** Titles that sort, move and stretch their columns. */
export function Head({ list, state, grid }: { list: ListMeta; state: ListState; grid: Grid }) {
  const { t } = useTranslation()
  const { rows, isSelected } = state
  const chosen = rows.filter((row) => isSelected(row.id)).length
  return (
    <thead>
      <tr>
        {grid.selectable && (
          <th className="grid-pick">
            <input
              type="checkbox"
              aria-label={t('list.select_page')}
              checked={rows.length > 0 && chosen === rows.length}
              ref={(box) => {
                if (box !== null) box.indeterminate = chosen > 0 && chosen < rows.length
              }}
              onChange={() => {
                grid.pickAll(chosen < rows.length)
              }}
            />
          </th>
        )}
        {state.columns.shown.map((column, col) => (
          <HeadCell key={column.field} column={column} col={col} state={state} grid={grid} />
        ))}
        {list.next === undefined ? (
          <th className="grid-rest" />
        ) : (
          <th className="grid-step">{t('list.next_step')}</th>
        )}
      </tr>
    </thead>
  )
}
