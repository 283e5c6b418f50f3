import { useTranslation } from 'react-i18next'
import type { Preview } from '../../data/previews'
import { LookBar } from './LookBar'
import { usePreview } from '../../page/usePreview'

/** Says as which role the product is seen, and ends it. */
export function PreviewBar({ preview }: { preview: Preview }) {
  const { t } = useTranslation()
  const { end, busy } = usePreview()
  const { name, owner } = preview
  return (
    <LookBar
      seen={t(owner === undefined ? 'preview.as' : 'preview.as_owner', { role: name, owner })}
      end={t('preview.end')}
      busy={busy}
      onEnd={() => void end()}
    />
  )
}
