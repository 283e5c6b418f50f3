import { BellOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Badge, Button, Popover } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../data/provider'
import type { Place } from '../../page/menus'
import './bell.css'

const Panel = lazy(async () => ({ default: (await import('./Panel')).Panel }))

/** How many notices wait, and the way to read them. */
export function BellButton({ places }: { places: Map<string, Place> }) {
  const { t } = useTranslation()
  const data = useData()
  const [open, setOpen] = useState(false)
  const newest = useQuery({
    queryKey: ['notices'],
    queryFn: ({ signal }) => data.notices.list({}, signal),
    staleTime: 60_000,
  })
  const unread = newest.data?.unread ?? 0
  const title = unread === 0 ? t('notice.title') : t('notice.unread', { n: unread })
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      align={{ overflow: { shiftX: true, adjustY: true } }} // the bell is not the last button, where it is narrow
      open={open}
      onOpenChange={setOpen}
      content={
        <Suspense fallback={<div className="bell" />}>
          <Panel
            places={places}
            onLeave={() => {
              setOpen(false)
            }}
          />
        </Suspense>
      }
    >
      <Badge count={unread} size="small" offset={[-6, 6]} overflowCount={99}>
        <Button type="text" icon={<BellOutlined />} title={title} aria-label={title} />
      </Badge>
    </Popover>
  )
}
