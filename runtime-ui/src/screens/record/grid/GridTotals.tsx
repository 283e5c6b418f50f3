import { useTranslation } from 'react-i18next'
import type { ColumnMeta } from '../../../data/screen'
import { fieldKits } from '../../../fields/kits'
import { Cell } from '../../list/Cell'
import type { Line } from '../recordStore'
import { columnSum } from './columnSum'

interface GridTotalsProps {
  columns: ColumnMeta[]
  lines: Line[]
  editable: boolean
}

/** Sums at the foot of the lines. */
export function GridTotals({ columns, lines, editable }: GridTotalsProps) {
  const { t } = useTranslation()
  if (!columns.some((column) => column.total === true)) return null
  return (
    <tfoot>
      <tr>
        <td className="quiet">{t('list.total')}</td>
        {columns.map((column) => (
          <td key={column.field} className={`align-${fieldKits[column.type].align}`}>
            {column.total === true && (
              <strong>
                <Cell column={column} row={{ id: 0, [column.field]: columnSum(lines, column) }} />
              </strong>
            )}
          </td>
        ))}
        {editable && <td className="line-end" />}
      </tr>
    </tfoot>
  )
}
