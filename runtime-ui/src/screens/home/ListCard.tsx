import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { HomeCard } from '../../data/home'
import type { ReportColumn, ReportRow } from '../../data/report'
import { isEmpty } from '../../format/plain'
import { useWords } from '../../fields/words'
import { relativeTime } from '../../format/time'
import { isNumeric } from '../list/grid/sums'
import { wordsOf } from '../report/words'
import { CardTitle } from './CardTitle'
import { Way } from './Way'

/** A time within two days, gone or ahead, as people say it. */
function nearTime({ key, type }: ReportColumn, row: ReportRow, t: TFunction): string | undefined {
  if (type !== 'instant' || isEmpty(row[key])) return undefined
  const told = relativeTime(row[key], Date.now())
  return told === undefined ? undefined : t(told.key, { count: told.count, n: told.count })
}

/** The first rows of a list; each leads to its record. */
export function ListCard({ card }: { card: HomeCard }) {
  const { t } = useTranslation()
  const words = useWords()
  const { columns = [], rows = [], route, opens } = card
  return (
    <>
      <CardTitle card={card} />
      {rows.length === 0 && <p className="quiet">{t('home.no_rows')}</p>}
      {rows.length > 0 && (
        <div className="home-rows">
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.key} className={isNumeric(column) ? 'figure' : ''}>
                    {column.title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, nth) => (
                <tr key={nth}>
                  {columns.map((column, index) => {
                    const text = nearTime(column, row, t) ?? wordsOf(column, row, words)
                    const to =
                      index === 0 && opens === true && route !== undefined
                        ? `${route}/${row.id}`
                        : undefined
                    return (
                      <td key={column.key} className={isNumeric(column) ? 'figure' : ''}>
                        {to === undefined ? text : <Way to={to}>{text}</Way>}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
