import { Button, Select, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from './useRead'
import type { CustomScreenMeta } from '../../data/screen'
import { Page } from '../upkeep/Page'
import { Section } from './Section'
import type { About } from './useTold'

const shows = ['all', 'unread', 'read'] as const
type Shows = (typeof shows)[number]

const abouts: ('' | About)[] = ['', 'record', 'file']

/** All that a person was told: what is unread before the rest, page by page. */
export function NoticesScreen({ screen }: { screen: CustomScreenMeta }) {
  const { t } = useTranslation()
  const read = useRead()
  const [show, setShow] = useState<Shows>('all')
  const [about, setAbout] = useState<'' | About>('')
  const chosen = about === '' ? undefined : about
  const tools = (
    <>
      <Segmented<Shows>
        aria-label={t('notice.show')}
        value={show}
        onChange={setShow}
        options={shows.map((value) => ({ value, label: t(`notice.show_${value}`) }))}
      />
      <Select<'' | About>
        aria-label={t('notice.about')}
        value={about}
        onChange={setAbout}
        popupMatchSelectWidth={false}
        options={abouts.map((value) => ({ value, label: t(`notice.about_${value || 'all'}`) }))}
      />
      <Button onClick={() => void read(undefined)}>{t('notice.read_all')}</Button>
    </>
  )
  return (
    <Page title={screen.title} hint={t('notice.hint')} error={null} tools={tools}>
      {show !== 'read' && <Section show="unread" about={chosen} />}
      {show !== 'unread' && <Section show="read" about={chosen} />}
    </Page>
  )
}
