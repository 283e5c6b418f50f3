import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, Empty, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { useData } from '../../data/provider'
import type { Place } from '../../page/menus'
import { Line } from '../../screens/notices/Line'
import { useRead } from '../../screens/notices/useRead'

interface PanelProps {
  places: Map<string, Place>
  onLeave: () => void
}

/** What a person was told last, and the way to all of it. */
export function Panel({ places, onLeave }: PanelProps) {
  const { t } = useTranslation()
  const data = useData()
  const read = useRead()
  const navigate = useNavigate()
  const told = useQuery({
    queryKey: ['notices'],
    queryFn: ({ signal }) => data.notices.list({}, signal),
  })
  if (told.isPending) return <Skeleton active className="bell" />
  const rows = told.data?.rows ?? []
  return (
    <div className="bell">
      <header>
        <strong className="grow">{t('notice.title')}</strong>
        <Button
          size="small"
          type="link"
          disabled={told.data?.unread === 0}
          onClick={() => void read(undefined)}
        >
          {t('notice.read_all')}
        </Button>
      </header>
      {rows.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('notice.none')} />
      )}
      <ul className="told">
        {rows.map((row) => (
          <Line
            key={row.id}
            told={row}
            places={places}
            onRead={() => void read([row.id])}
            onLeave={onLeave}
          />
        ))}
      </ul>
      <Button
        block
        type="link"
        onClick={() => {
          onLeave()
          void navigate({ to: '/$', params: { _splat: 'notices' } })
        }}
      >
        {t('notice.all')}
      </Button>
    </div>
  )
}
