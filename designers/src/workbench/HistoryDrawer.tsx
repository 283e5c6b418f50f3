import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exactTime, Html, useData, type MakingRelease } from '../../../runtime-ui/src/render'
import { Operations } from '../changes/Operations'
import type { Of } from '../draft/useDraft'

/** Which releases made another of an object, and what they made of it. */
export function HistoryDrawer({ of, onEnd }: { of: Of; onEnd: () => void }) {
  const { t } = useTranslation()
  const { changes } = useData()
  const found = useQuery({
    queryKey: ['meta history', of.kind, of.key],
    queryFn: ({ signal }) => changes.history(of.kind, of.key, signal),
    gcTime: 0,
  })
  const releases = found.data ?? []
  return (
    <Drawer open title={t('designer.history')} onClose={onEnd}>
      {found.isError && <Alert type="error" title={<Html text={found.error.message} />} />}
      {found.isPending && <Skeleton active />}
      {found.isSuccess && releases.length === 0 && (
        <p className="quiet">{t('designer.history_none')}</p>
      )}
      <ol className="designer-history">
        {releases.map((one, i) => (
          <Made key={one.release} of={of} by={one} before={releases[i + 1]} />
        ))}
      </ol>
    </Drawer>
  )
}

interface MadeProps {
  of: Of
  by: MakingRelease
  /** The one that made it what it was; none is known of the first. */
  before: MakingRelease | undefined
}

function Made({ of, by, before }: MadeProps) {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <li>
      <strong>{t('designer.history_release', { n: by.release })}</strong>{' '}
      <span className="quiet">
        {by.by} · {exactTime(by.at, i18n.language)}
      </span>
      {by.note !== '' && <p>{by.note}</p>}
      {before === undefined && <p className="quiet">{t('designer.history_first')}</p>}
      {before !== undefined && !open && (
        <Button
          type="link"
          size="small"
          onClick={() => {
            setOpen(true)
          }}
        >
          {t('designer.what_changes')}
        </Button>
      )}
      {before !== undefined && open && <Difference of={of} from={before.release} to={by.release} />}
    </li>
  )
}

function Difference({ of, from, to }: { of: Of; from: number; to: number }) {
  const { t } = useTranslation()
  const { changes } = useData()
  const found = useQuery({
    queryKey: ['meta between', of.kind, of.key, from, to],
    queryFn: ({ signal }) => changes.between(of.kind, of.key, from, to, signal),
    staleTime: Infinity,
    retry: false,
  })
  if (found.isPending) return <Skeleton active />
  if (found.isError) return <Alert type="error" title={<Html text={found.error.message} />} />
  if (found.data.length === 0) return <p className="quiet">{t('designer.history_same')}</p>
  return <Operations kind={of.kind} ops={found.data} />
}
