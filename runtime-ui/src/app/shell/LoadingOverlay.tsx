import { Spin } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSettled } from '../../fields/reference/useSettled'
import { usePending } from '../../data/pending'

const patience = 300 // ms

/** Covers the content while a foreground call takes longer than a blink. */
export function LoadingOverlay() {
  const { t } = useTranslation()
  const pending = usePending((state) => state.count > 0)
  const settled = useSettled(pending, patience)
  if (!pending || !settled) return null
  return (
    <div className="overlay" role="status">
      <Spin />
      <span>{t('msg.loading')}</span>
    </div>
  )
}
