import { Alert, Button, Result, Skeleton } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Html } from '../../app/Html'
import { useActions } from '../action/useActions'
import { useHotkeys } from '../useHotkeys'
import { Groups } from './Groups'
import { History } from './History'
import { LineGrid } from './grid/LineGrid'
import { mayEdit, recordMetaOf, type RecordMeta, type RecordScreenMeta } from './parts'
import { RecordHead } from './RecordHead'
import { RecordContext } from './recordStore'
import { Related } from './Related'
import { StateLine } from './StateLine'
import { useRecord } from './useRecord'
import './record.css'

interface RecordScreenProps {
  screen: RecordScreenMeta
  record: number | 'new'
}

/** The page of one record, plain or a document. */
export function RecordScreen({ screen, record }: RecordScreenProps) {
  const { t } = useTranslation()
  const meta = useMemo(() => recordMetaOf(screen), [screen])
  if (meta === undefined) return <Result status="404" title={t('page.not_found')} />
  return <RecordPage meta={meta} record={record} />
}

function RecordPage({ meta, record }: { meta: RecordMeta; record: number | 'new' }) {
  const { t } = useTranslation()
  const state = useRecord(meta, record)
  const actions = useActions(meta.table.key)
  const { store } = state
  useHotkeys({
    e: () => {
      if (mayEdit(meta, store.getState().base)) state.edit()
    },
    'Ctrl+s': () => {
      if (store.getState().editing) void state.save()
    },
  })

  if (state.pending) return <Skeleton active className="padded" />
  if (state.error !== null) {
    return (
      <Alert
        type="error"
        showIcon
        title={<Html text={state.error.message} />}
        action={<Button onClick={state.reload}>{t('ui.retry')}</Button>}
      />
    )
  }
  return (
    <RecordContext value={store}>
      <article className="record">
        <RecordHead meta={meta} state={state} actions={actions} />
        {meta.document !== undefined && <StateLine document={meta.document} />}
        <div className="record-body">
          <div className="record-main">
            <Groups meta={meta} />
            {meta.form.lines.map((grid) => (
              <LineGrid key={grid.set} meta={meta} grid={grid} />
            ))}
          </div>
          {record !== 'new' && (
            <aside className="record-side">
              <Related related={meta.form.related} id={record} />
              <History meta={meta} id={record} />
            </aside>
          )}
        </div>
      </article>
      {actions.dialogs}
    </RecordContext>
  )
}
