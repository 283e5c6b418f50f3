import { Result } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ImportState } from './useImport'

/** What the import came to. */
export function DoneStep({ state: { report } }: { state: ImportState }) {
  const { t } = useTranslation()
  if (report === undefined) return null
  const { created, updated, skipped, failed, rejected } = report
  const counts = Object.entries({ created, updated, skipped, failed: failed + rejected })
  return (
    <Result
      status={failed + rejected > 0 ? 'warning' : 'success'}
      title={t('import.done', { ok: report.ok, rows: report.rows })}
    >
      <dl className="import-counts">
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{t(`import.count.${name}`)}</dt>
            <dd className="figure">{count}</dd>
          </div>
        ))}
      </dl>
    </Result>
  )
}
