import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { HomeCard, HomeFigure } from '../../data/home'
import { languageOf } from '../../format/languages'
import { comparisonOf, isNone, partsOf, valueOf, wayOfFigure } from './figure'
import { Way } from './Way'

/** Figures as a sentence: the first large, each leading to the records that it counts. */
export function Sentence({ card }: { card: HomeCard }) {
  const { i18n } = useTranslation()
  const [first, ...more] = card.figures ?? []
  const { stop } = languageOf(i18n.language)
  return (
    <p className="sentence">
      {first !== undefined && <Told figure={first} phrase={false} />}
      {more.map((figure) => (
        <Fragment key={figure.key}>
          {stop}
          <Told figure={figure} phrase />
        </Fragment>
      ))}
      {stop}
    </p>
  )
}

/** Its colour is the figure's, or the phrase's where the figure is small. */
function Told({ figure, phrase }: { figure: HomeFigure; phrase: boolean }) {
  const { t, i18n } = useTranslation()
  const tone = isNone(figure) || figure.phase === undefined ? '' : `tone-${figure.phase}`
  const comparison = comparisonOf(figure, t)
  const { comma } = languageOf(i18n.language)
  return (
    <>
      <Way to={wayOfFigure(figure)}>
        <span className={phrase ? tone : ''}>
          {partsOf(figure, t, i18n.language).map((part, index) =>
            part === '{n}' ? (
              <strong key={index} className={`figure ${phrase ? '' : tone}`}>
                {valueOf(figure, i18n.language)}
              </strong>
            ) : (
              part
            ),
          )}
        </span>
      </Way>
      {comparison !== '' && <span className="quiet">{`${comma}${comparison}`}</span>}
    </>
  )
}
