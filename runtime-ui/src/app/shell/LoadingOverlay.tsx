import { Spin } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettled } from '../../fields/reference/useSettled'
import { usePending } from '../../data/pending'

const patience = 300 // ms
const worry = 10_000 // ms without an answer after which a person is told that it is still tried

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
      <StillTrying />
    </div>
  )
}

/** Says after a while that the app has not given up. */
function StillTrying() {
  const { t } = useTranslation()
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLong, worry, true)
    return () => {
      clearTimeout(timer)
    }
  }, [])
  return long && <span>{t('shell.still_trying')}</span>
}
