import { DisconnectOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '../../data/connection'
import { elapsed } from '../../format/time'
import { useProbe } from './useProbe'

/** Says that the server cannot be reached, and since when; nothing while all is well. */
export function ConnectionState() {
  const { t } = useTranslation()
  const lostAt = useConnection((state) => state.lostAt)
  const now = useNow(lostAt !== undefined)
  useProbe(lostAt !== undefined)
  if (lostAt === undefined) return null
  const { key, ...values } = elapsed(lostAt, now)
  return (
    <span className="connection phase-stopped" role="status" title={t(key, values)}>
      <DisconnectOutlined /> <span className="wide-only">{t('shell.no_connection')}</span>
    </span>
  )
}

/** The time, renewed while somebody needs it. */
function useNow(running: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => {
      setNow(Date.now())
    }, 10_000)
    return () => {
      clearInterval(timer)
    }
  }, [running])
  return now
}
