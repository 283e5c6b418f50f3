import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { HomeCard } from '../../data/home'
import type { ReportColumn, ReportRow } from '../../data/report'
import { isEmpty } from '../../format/plain'
import { useWords } from '../../fields/words'
import { relativeTime } from '../../format/time'
import { usePhone } from '../../look/useDevice'
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

const fits = 3 // columns, on a phone

/** The first rows of a list; each leads to its record. */
export function ListCard({ card }: { card: HomeCard }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const { columns = [], rows = [] } = card
  const Rows = phone && columns.length > fits ? Told : Tabled
  return (
    <>
      <CardTitle card={card} />
      {rows.length === 0 ? <p className="quiet">{t('home.no_rows')}</p> : <Rows card={card} />}
    </>
  )
}

function Tabled({ card: { columns = [], rows = [], ...card } }: { card: HomeCard }) {
  return (
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
              {columns.map((column, index) => (
                <td key={column.key} className={isNumeric(column) ? 'figure' : ''}>
                  <Fact column={column} row={row} to={index === 0 ? wayTo(card, row) : undefined} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Rows whose columns have no room beside each other. */
function Told({ card: { columns = [], rows = [], ...card } }: { card: HomeCard }) {
  const [first, ...others] = columns
  return (
    <ul className="home-items">
      {rows.map((row, nth) => (
        <li key={nth}>
          {first !== undefined && <Fact column={first} row={row} to={wayTo(card, row)} />}
          <p className="home-facts">
            {others
              .filter(({ key }) => !isEmpty(row[key]))
              .map((column) => (
                <span key={column.key}>
                  <span className="quiet">{column.title}</span> <Fact column={column} row={row} />
                </span>
              ))}
          </p>
        </li>
      ))}
    </ul>
  )
}

function wayTo({ opens, route }: HomeCard, row: ReportRow): string | undefined {
  return opens === true && route !== undefined ? `${route}/${String(row.id)}` : undefined
}

function Fact({
  column,
  row,
  to,
}: {
  column: ReportColumn
  row: ReportRow
  to?: string | undefined
}) {
  const { t } = useTranslation()
  const words = useWords()
  const text = nearTime(column, row, t) ?? wordsOf(column, row, words)
  return to === undefined ? text : <Way to={to}>{text}</Way>
}
