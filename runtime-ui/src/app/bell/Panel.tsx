import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, Empty, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Told } from '../../data/notice'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import { asText } from '../../fields/kit'
import { fieldKits } from '../../fields/kits'
import { useWords } from '../../fields/words'
import { Html } from '../Html'
import type { Place } from '../shell/menus'
import { useNotify } from '../useNotify'
import { addressOf } from './address'

interface PanelProps {
  places: Map<string, Place>
  onLeave: () => void
}

/** What a person was told, the newest first, and page by page all of it. */
export function Panel({ places, onLeave }: PanelProps) {
  const { t } = useTranslation()
  const data = useData()
  const read = useRead()
  const told = useInfiniteQuery({
    queryKey: ['notices', 'all'],
    queryFn: ({ pageParam, signal }) => data.notices.list(pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.more ? last.rows.at(-1)?.id : undefined),
  })
  if (told.isPending) return <Skeleton active className="bell" />
  const rows = told.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <div className="bell">
      <header>
        <strong className="grow">{t('notice.title')}</strong>
        <Button
          size="small"
          type="link"
          disabled={rows.every((row) => row.read)}
          onClick={() => void read(undefined)}
        >
          {t('notice.read_all')}
        </Button>
      </header>
      {rows.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('notice.none')} />
      )}
      <ul>
        {rows.map((row) => (
          <Line
            key={row.id}
            told={row}
            to={addressOf(row.link, places)}
            onRead={() => void read([row.id])}
            onLeave={onLeave}
          />
        ))}
      </ul>
      {told.hasNextPage && (
        <Button block loading={told.isFetchingNextPage} onClick={() => void told.fetchNextPage()}>
          {t('notice.more')}
        </Button>
      )}
    </div>
  )
}

interface LineProps {
  told: Told
  to: string | undefined
  onRead: () => void
  onLeave: () => void
}

function Line({ told, to, onRead, onLeave }: LineProps) {
  const { t } = useTranslation()
  const words = useWords()
  const navigate = useNavigate()
  const openFile = useOpenFile()
  return (
    <li className={told.read ? '' : 'unread'}>
      <button
        type="button"
        onClick={() => {
          if (!told.read) onRead()
          if (to === undefined) return
          onLeave()
          void navigate({ to })
        }}
      >
        <Html text={told.text} />
        <span className="quiet">
          {asText(fieldKits.instant.format(told.at, { type: 'instant', title: '' }, words))}
          {!told.read && ` · ${t('notice.new')}`}
        </span>
      </button>
      {told.file !== undefined && (
        <Button size="small" type="link" onClick={() => void openFile(told.file ?? '')}>
          {t('notice.file')}
        </Button>
      )}
    </li>
  )
}

function useRead() {
  const data = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  return async (ids: number[] | undefined) => {
    try {
      await data.notices.read(ids, newUuid())
      await queries.invalidateQueries({ queryKey: ['notices'] })
    } catch (error) {
      notify.failure(error)
    }
  }
}

function useOpenFile() {
  const data = useData()
  const notify = useNotify()
  return async (file: string) => {
    try {
      window.open(await data.link(file), '_blank', 'noopener')
    } catch (error) {
      notify.failure(error)
    }
  }
}
