import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { Progress } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import type { StationScreen } from '../../meta/station-screen.gen'
import type { LogEntry } from './useStation'

/** How far the task is, and the last inputs, newest on top. */
export function StationLog({ shown, log }: { shown: StationScreen; log: LogEntry[] }) {
  const { t } = useTranslation()
  const done = shown.done ?? 0
  const all = done + (shown.left ?? 0)
  return (
    <aside className="station-side">
      {all > 0 && (
        <div className="station-progress">
          <strong className="figure">
            {done} / {all}
          </strong>
          <Progress percent={(done / all) * 100} showInfo={false} size="small" />
        </div>
      )}
      <ol className="station-log" aria-label={t('station.last_scans')}>
        {log.map((entry) => (
          <li key={entry.seq}>
            {entry.ok ? (
              <CheckOutlined className="good" aria-label={t('station.good')} />
            ) : (
              <CloseOutlined className="refusal" aria-label={t('station.wrong')} />
            )}
            <span className="grow">
              <span className="mono">{entry.text}</span>{' '}
              <span className="quiet">{entry.message}</span>
            </span>
            <time className="quiet figure">{dayjs(entry.at).format('HH:mm:ss')}</time>
          </li>
        ))}
      </ol>
    </aside>
  )
}
