import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button, Result, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Html } from '../../look/Html'
import { CallError } from '../../data/envelope'
import { usePage } from '../../page/page'
import type { RecordMeta } from './parts'

/** The page as it will stand, while its record is on the way. */
export function RecordFrame({ meta }: { meta: RecordMeta }) {
  return (
    <article className="record" aria-busy>
      <header className="record-head">
        <Button type="text" icon={<ArrowLeftOutlined />} disabled aria-hidden />
        <h1>
          <span className="quiet">{meta.title}</span>
        </h1>
      </header>
      <div className="record-main">
        {meta.form.groups.map((group) => (
          <section key={group.key} className="group">
            <Skeleton active title={group.title !== undefined} paragraph={{ rows: 2 }} />
          </section>
        ))}
      </div>
    </article>
  )
}

/** Why a record is not shown, and what to do about it. */
export function RecordFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  const page = usePage()
  const status = error instanceof CallError ? error.status : 0
  const isGone = status === 404
  const isDenied = status === 403 || status === 423
  return (
    <Result
      status={isGone ? '404' : isDenied ? '403' : 'warning'}
      title={isGone ? t('record.gone') : <Html text={error.message} />}
      extra={
        <>
          <Button
            onClick={() => {
              page.open(page.base)
            }}
          >
            {t('ui.back')}
          </Button>
          {!isGone && !isDenied && (
            <Button type="primary" onClick={onRetry}>
              {t('ui.retry')}
            </Button>
          )}
        </>
      }
    />
  )
}
