import { useTranslation } from 'react-i18next'
import type { LogEntry } from '../../data/inputQueue'

/** True when the person has to do something about an input. */
export function isBad(entry: LogEntry | undefined): boolean {
  return entry?.state === 'wrong' || entry?.state === 'again'
}

/** Names the thing and the remedy, and what has to be scanned again; stays until the next scan. */
export function Refusal({ log }: { log: LogEntry[] }) {
  const { t } = useTranslation()
  if (!isBad(log[0])) return null
  const cause = log.find(({ state }) => state !== 'again')
  const again = cause === undefined ? log : log.slice(0, log.indexOf(cause))
  const codes = again.map(({ text }) => text).reverse()
  return (
    <div className="station-refusal" role="alert">
      {cause?.state === 'wrong' && <p>{cause.message}</p>}
      {codes.length > 0 && <p>{t('floor.again_list', { codes: codes.join(', ') })}</p>}
    </div>
  )
}
