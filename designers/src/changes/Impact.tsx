import { useTranslation } from 'react-i18next'
import type { Break, Shift } from '../../../runtime-ui/src/render'
import { useWords } from '../workbench/words'

/** What would not go on as it does. */
export function Breaks({ breaks }: { breaks: Break[] }) {
  const { t } = useTranslation()
  const words = useWords()
  return (
    <section>
      <h3>{t('designer.what_breaks')}</h3>
      {breaks.length === 0 && <p className="quiet">{t('designer.breaks_nothing')}</p>}
      <ul>
        {breaks.map((one) => (
          <li key={`${one.code} ${one.kind} ${one.key} ${one.path}`} className="designer-break">
            <span className="designer-warning">!</span> {one.what} · <b>{one.counted}</b>
            {one.where.length > 0 && (
              <ul className="quiet designer-where">
                {one.where.map((place) => (
                  <li key={`${place.kind} ${place.key} ${place.path}`}>
                    {words.kind(place.kind)} {place.title}{' '}
                    <span className="mono">{place.path}</span>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ShiftsProps {
  gains: Shift[]
  losses: Shift[]
}

/** Who would see or do more or less, by role. */
export function Shifts({ gains, losses }: ShiftsProps) {
  const { t } = useTranslation()
  const all = [...gains, ...losses]
  const subjects = [...new Map(all.map((one) => [idOf(one), one])).values()]
  return (
    <section>
      <h3>{t('designer.who_gains')}</h3>
      {subjects.length === 0 && <p className="quiet">{t('designer.gains_nobody')}</p>}
      {subjects.length > 0 && (
        <table className="designer-shifts">
          <thead>
            <tr>
              <th>{t('designer.role')}</th>
              <th>{t('designer.gains')}</th>
              <th>{t('designer.loses')}</th>
            </tr>
          </thead>
          <tbody>
            {subjects.map((one) => (
              <tr key={idOf(one)}>
                <th scope="row">
                  {one.name}{' '}
                  {one.role !== undefined && (
                    <span className="quiet">{t('impact.count.people', { n: one.people })}</span>
                  )}
                </th>
                <Cell
                  title={t('designer.gains')}
                  shifts={gains.filter((g) => idOf(g) === idOf(one))}
                />
                <Cell
                  title={t('designer.loses')}
                  shifts={losses.filter((l) => idOf(l) === idOf(one))}
                  lost
                />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const idOf = ({ role, person }: Shift) => `${String(role ?? '')} ${String(person ?? '')}`

function Cell({ title, shifts, lost }: { title: string; shifts: Shift[]; lost?: boolean }) {
  const { t } = useTranslation()
  return (
    <td data-title={title} className={shifts.length === 0 ? 'quiet' : ''}>
      {shifts.length === 0 && t('designer.nothing')}
      <ul className={lost === true ? 'refusal' : ''}>
        {shifts.map((one) => (
          <li key={`${one.code} ${String(one.menu ?? '')} ${one.table ?? ''}`}>
            {one.what}
            {one.counted !== '' && <span className="quiet"> · {one.counted}</span>}
          </li>
        ))}
      </ul>
    </td>
  )
}
