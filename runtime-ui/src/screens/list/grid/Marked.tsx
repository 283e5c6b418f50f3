import { useTranslation } from 'react-i18next'
import { Sums } from '../Sums'
import type { ListState } from '../useListScreen'
import { blockOf, type Mark } from './range'

/** How many cells are marked, and what their figures add up to. */
export function Marked({ state, mark }: { state: ListState; mark: Mark | undefined }) {
  const { t } = useTranslation()
  if (mark === undefined || state.selected.length > 0) return null
  const { top, bottom, left, right } = blockOf(mark)
  const rows = state.rows.slice(top, bottom + 1)
  const columns = state.columns.shown.slice(left, right + 1)
  const n = rows.length * columns.length
  if (n < 2) return null
  return (
    <div className="grid-marked" role="status">
      <span className="quiet">{t('list.marked', { n })}</span>
      <Sums columns={columns} rows={rows} />
    </div>
  )
}
