import { Result } from 'antd'
import { lazy, Suspense, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useRoomy } from '../../look/useDevice'
import { useActions } from '../action/useActions'
import { EnlargeContext } from '../../fields/image/Enlargeable'
import { usePage } from '../../page/page'
import { useMarkUnsaved } from '../../page/unsaved'
import { useHotkeys } from '../../page/useHotkeys'
import { Beside } from './Beside'
import { Essential } from './Essential'
import { Groups } from './Groups'
import { LineGrid } from './grid/LineGrid'
import { mayEdit, recordMetaOf, type RecordMeta, type RecordScreenMeta } from './parts'
import { RecordFailure, RecordFrame } from './RecordFrame'
import { RecordHead } from './RecordHead'
import { RecordContext, useRecordPart } from './recordStore'
import { useFirstWrong } from './refused'
import { Related } from './Related'
import { StateLine } from './StateLine'
import { Trial } from './Trial'
import { useFits } from './useFits'
import { useRecord } from './useRecord'
import './record.css'

const ConflictDialog = lazy(async () => ({
  default: (await import('./ConflictDialog')).ConflictDialog,
}))

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
  const state = useRecord(meta, record)
  const actions = useActions(meta.table.key, { onRefused: state.mend })
  const { store } = state
  useFits(meta, store)
  const roomy = useRoomy()
  const page = useRef<HTMLElement>(null)
  useFirstWrong(page, state.refusals)
  useHotkeys({
    e: () => {
      if (mayEdit(meta, store.getState().base)) state.edit()
    },
    'Ctrl+s': () => {
      if (store.getState().editing) void state.save()
    },
  })

  if (state.pending) return <RecordFrame meta={meta} />
  if (state.error !== null) return <RecordFailure error={state.error} onRetry={state.reload} />
  return (
    <RecordContext value={store}>
      <EnlargeContext value>
        <article className="record" ref={page}>
          <RecordHead meta={meta} state={state} actions={actions} />
          {meta.document !== undefined && <StateLine meta={meta} document={meta.document} />}
          <Essential meta={meta} />
          {record === 'new' && <Trial meta={meta} refuse={state.refuse} />}
          {record !== 'new' && <Related related={meta.form.related} />}
          <div className="record-body">
            <div className="record-main">
              <Body meta={meta} isNew={record === 'new'} />
            </div>
            {record !== 'new' && roomy && (
              <aside className="record-side">
                <Beside meta={meta} id={record} />
              </aside>
            )}
          </div>
        </article>
      </EnlargeContext>
      {actions.dialogs}
      {state.clashes.length > 0 && (
        <Suspense fallback={null}>
          <ConflictDialog meta={meta} clashes={state.clashes} onClose={state.settle} />
        </Suspense>
      )}
      <UnsavedMark />
    </RecordContext>
  )
}

/**
 * Lines that only the program writes are not there on a new record.
 * Whoever looks a document up wants its lines; whoever makes one fills its head first.
 */
function Body({ meta, isNew }: { meta: RecordMeta; isNew: boolean }) {
  const lines = meta.form.lines
    .filter(({ table }) => !isNew || meta.tables[table]?.writes === 'all')
    .map((grid) => <LineGrid key={grid.set} meta={meta} grid={grid} />)
  const linesFirst = !isNew && meta.form.essential !== undefined
  return (
    <>
      {linesFirst && lines}
      <Groups meta={meta} />
      {!linesFirst && lines}
    </>
  )
}

/** Tells the shell while there is something to lose. */
function UnsavedMark() {
  const { path } = usePage()
  useMarkUnsaved(
    path,
    useRecordPart(({ dirty }) => dirty),
  )
  return null
}
