import { useTranslation } from 'react-i18next'
import type { HomeCard } from '../../data/home'
import { CardTitle } from './CardTitle'
import { isNone, sinceOf, valueOf, wayOfFigure, workOfFigure } from './figure'
import { Way } from './Way'

/** Waiting work by kind: how much, since when, and the way to do it. */
export function Work({ card }: { card: HomeCard }) {
  const { t, i18n } = useTranslation()
  return (
    <>
      <CardTitle card={card} />
      <div className="home-rows">
        <table>
          <thead>
            <tr>
              <th aria-label={card.title} />
              <th className="figure">{t('home.waiting')}</th>
              <th>{t('home.oldest')}</th>
              <th aria-label={t('home.do')} />
            </tr>
          </thead>
          <tbody>
            {(card.figures ?? []).map((figure) => (
              <tr key={figure.key} className={isNone(figure) ? 'quiet' : undefined}>
                <td>{figure.words}</td>
                <td className="figure">
                  <Way to={wayOfFigure(figure)}>
                    <strong className={isNone(figure) ? '' : `tone-${figure.phase ?? 'draft'}`}>
                      {valueOf(figure, i18n.language)}
                    </strong>
                  </Way>
                </td>
                <td>{isNone(figure) ? '–' : sinceOf(figure, t)}</td>
                <td>
                  {!isNone(figure) && figure.work !== undefined && (
                    <Way to={workOfFigure(figure)}>{t('home.do')}</Way>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
