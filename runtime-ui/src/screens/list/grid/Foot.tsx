import { useTranslation } from 'react-i18next'
import { fieldKits } from '../../../fields/kits'
import { Cell } from '../Cell'
import type { ListState } from '../useListScreen'
import type { Grid } from './useGrid'

/** The totals of the filter, not of the page. */
export function Foot({ state, grid }: { state: ListState; grid: Grid }) {
  const { t } = useTranslation()
  return (
    <tfoot>
      <tr>
        {grid.selectable && <td className="grid-pick" />}
        {state.columns.shown.map((column, col) => (
          <td
            key={column.field}
            className={`${col === 0 ? 'grid-first ' : ''}align-${fieldKits[column.type].align}`}
          >
            {col === 0 && !(column.field in state.sums) && (
              <span className="quiet">{t('list.total')}</span>
            )}
            {column.field in state.sums && (
              <strong>
                <Cell column={column} row={{ id: 0, ...state.sums }} />
              </strong>
            )}
          </td>
        ))}
        <td className="grid-rest" />
      </tr>
    </tfoot>
  )
}
