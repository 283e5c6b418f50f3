import { PlusOutlined } from '@ant-design/icons'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { iconOf } from '../../look/icons/iconOf'
import type { HomeCard } from '../../data/home'
import { CardTitle } from './CardTitle'
import { ListCard } from './ListCard'
import { PublicCard } from './PublicCard'
import { SearchCard } from './SearchCard'
import { Sentence } from './Sentence'
import { Work } from './Work'
import { Way } from './Way'
import './home.css'

const Chart = lazy(async () => ({ default: (await import('../report/chart/Chart')).Chart }))

/** What a card shows, by its kind. */
export function CardBody({ card }: { card: HomeCard }) {
  switch (card.kind) {
    case 'sentence':
      return <Sentence card={card} />
    case 'work':
      return <Work card={card} />
    case 'list':
      return <ListCard card={card} />
    case 'chart':
      return <ChartCard card={card} />
    case 'shortcuts':
      return <Shortcuts card={card} />
    case 'search':
      return <SearchCard card={card} />
    case 'create':
      return <Create card={card} />
    case 'page':
      return <PublicCard card={card} />
    case 'text':
      return (
        <>
          <CardTitle card={card} />
          <p>{card.text}</p>
        </>
      )
  }
}

function ChartCard({ card }: { card: HomeCard }) {
  const { t } = useTranslation()
  const { report } = card
  return (
    <>
      <CardTitle card={card} />
      {report === undefined || report.rows.length === 0 ? (
        <p className="quiet">{t('home.no_figures')}</p>
      ) : (
        <Suspense fallback={<div className="home-drawing" />}>
          <Chart answer={report} className="home-drawing" />
        </Suspense>
      )}
    </>
  )
}

/** The way to an empty record, as large as what people come here for. */
function Create({ card: { route, title, text } }: { card: HomeCard }) {
  return (
    <Way to={route}>
      <PlusOutlined />
      <span>
        <strong>{title}</strong>
        {text !== undefined && <small>{text}</small>}
      </span>
    </Way>
  )
}

function Shortcuts({ card }: { card: HomeCard }) {
  return (
    <>
      <CardTitle card={card} />
      <ul className="home-ways">
        {(card.shortcuts ?? []).map(({ route, title, icon }) => {
          const Icon = iconOf(icon)
          return (
            <li key={route}>
              <Way to={route}>
                <Icon />
                {title}
              </Way>
            </li>
          )
        })}
      </ul>
    </>
  )
}
