import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { lazy, Suspense, useMemo, useState, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Html } from '../../look/Html'
import type { HomeCard } from '../../data/home'
import { useData } from '../../data/provider'
import type { HomeScreenMeta } from '../../data/screen'
import { useApp } from '../../data/useApp'
import { CardBody } from './CardBody'
import { pack } from './pack'
import { PaperButton } from './PaperButton'

const Arrange = lazy(async () => ({ default: (await import('./Arrange')).Arrange }))

const stale = 60_000 // ms after which figures are asked for again

/** What needs the person now, then what happened, then the ways on. */
export function HomeScreen({ screen }: { screen: HomeScreenMeta }) {
  const { t } = useTranslation()
  const data = useData()
  const [arranging, setArranging] = useState(false)
  const app = useApp()
  const home = useQuery({
    queryKey: ['home'],
    queryFn: ({ signal }) => data.home.get(signal),
    refetchInterval: arranging ? false : stale,
  })
  const cards = useMemo(() => pack(home.data?.cards ?? [], home.data?.own === true), [home.data])
  return (
    <section className="home" aria-label={screen.title}>
      <header className="home-head">
        <h1>{t('home.hello', { name: app.data?.user.userTrueName ?? '' })}</h1>
        <span className="grow" />
        {cards.length > 0 && !arranging && <PaperButton title={home.data?.title ?? ''} />}
        {cards.length > 0 && !arranging && (
          <Button
            type="text"
            className="wide-only"
            onClick={() => {
              setArranging(true)
            }}
          >
            {t('home.arrange')}
          </Button>
        )}
      </header>
      {home.isPending && <Skeleton active paragraph={{ rows: 12 }} />}
      {home.error !== null && home.data === undefined && (
        <Alert
          type="error"
          showIcon
          title={t('page.failed')}
          description={<Html text={home.error.message} />}
          action={<Button onClick={() => void home.refetch()}>{t('ui.retry')}</Button>}
        />
      )}
      {arranging && home.data !== undefined ? (
        <Suspense fallback={<Skeleton active />}>
          <Arrange
            home={home.data}
            cards={cards}
            onDone={() => {
              setArranging(false)
            }}
          />
        </Suspense>
      ) : (
        <div className="home-cards">
          {cards.map((card) => (
            <Placed key={card.key} card={card} />
          ))}
        </div>
      )}
    </section>
  )
}

function Placed({ card }: { card: HomeCard }) {
  const { x, y, w, h } = card.place
  const place = { '--x': x + 1, '--y': y + 1, '--w': w, '--h': h } as CSSProperties
  return (
    <article className={`home-card home-${card.kind}`} style={place} aria-label={card.title}>
      <CardBody card={card} />
    </article>
  )
}
