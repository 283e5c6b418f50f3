import { useTranslation } from 'react-i18next'
import type { HomeCard } from '../../data/home'
import { useWords } from '../../fields/words'
import { wordsOf } from '../report/words'
import { CardTitle } from './CardBody'
import { Way } from './Way'

const figures = ['integer', 'decimal', 'money', 'weight', 'length']

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
                {columns.map(({ key, title, type }) => (
                  <th key={key} className={figures.includes(type) ? 'figure' : ''}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  {columns.map((column, index) => {
                    const text = wordsOf(column, row, words)
                    const to =
                      index === 0 && opens === true && route !== undefined
                        ? `${route}/${row.id}`
                        : undefined
                    return (
                      <td
                        key={column.key}
                        className={figures.includes(column.type) ? 'figure' : ''}
                      >
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
