import { Alert, Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Html } from '../../look/Html'
import { Line } from './Line'
import { useRead } from './useRead'
import { usePlaces, useTold, type About } from './useTold'
import './notices.css'

interface SectionProps {
  show: 'unread' | 'read'
  about: About | undefined
}

/** The unread notices, or those that were read. */
export function Section({ show, about }: SectionProps) {
  const { t } = useTranslation()
  const places = usePlaces()
  const read = useRead()
  const told = useTold(show, about)
  const title = t(`notice.show_${show}`)
  return (
    <section className="notices" aria-label={title}>
      <h2>{title}</h2>
      {told.error !== null && <Alert type="error" title={<Html text={told.error.message} />} />}
      {told.loading && <Skeleton active />}
      {!told.loading && told.rows.length === 0 && <p className="quiet">{t(`notice.no_${show}`)}</p>}
      <ul className="told">
        {told.rows.map((row) => (
          <Line key={row.id} told={row} places={places} onRead={() => void read([row.id])} />
        ))}
      </ul>
      {told.hasMore && (
        <Button block loading={told.loadingMore} onClick={() => void told.more()}>
          {t('notice.more')}
        </Button>
      )}
    </section>
  )
}
