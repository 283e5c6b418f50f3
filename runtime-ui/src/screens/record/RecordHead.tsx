import { ArrowLeftOutlined, SaveOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { usePhone, useRoomy } from '../../look/useDevice'
import { PhaseTag } from '../../fields/enum/PhaseTag'
import type { Actions } from '../action/useActions'
import { usePage } from '../../page/page'
import { Badges } from './Badges'
import { BesideButton, hasBeside } from './Beside'
import { HeadActions } from './HeadActions'
import { Pager } from './Pager'
import { stateOf, type RecordMeta } from './parts'
import { useRecordPart } from './recordStore'
import type { RecordPageState } from './useRecord'

interface RecordHeadProps {
  meta: RecordMeta
  state: RecordPageState
  actions: Actions
}

/** What the record is called, its state, and what one can do with it now. */
export function RecordHead({ meta, state, actions }: RecordHeadProps) {
  const { t } = useTranslation()
  const page = usePage()
  const base = useRecordPart((record) => record.base)
  const editing = useRecordPart((record) => record.editing)
  const roomy = useRoomy()
  const current = stateOf(meta.document, base)
  return (
    <header className="record-head">
      <Button
        type="text"
        icon={<ArrowLeftOutlined />}
        aria-label={t('ui.back')}
        onClick={() => {
          page.open(page.base)
        }}
      />
      {state.isNew ? (
        <h1>{t('record.new_of', { what: meta.title })}</h1>
      ) : (
        <h1>
          <span className="quiet">{meta.title}</span>{' '}
          <span className={isCode(base._label) ? 'mono' : ''}>{base._label}</span>
        </h1>
      )}
      {current !== undefined && <PhaseTag phase={current.phase} label={current.title} />}
      {!state.isNew && <Badges badges={meta.document?.badges ?? []} />}
      {!state.isNew && !editing && <Pager id={base.id} />}
      <span className="grow" />
      {!state.isNew && !roomy && hasBeside(meta.table) && <BesideButton meta={meta} id={base.id} />}
      {editing ? (
        <EditButtons state={state} />
      ) : (
        <HeadActions meta={meta} base={base} edit={state.edit} actions={actions} />
      )}
    </header>
  )
}

/** Numbers and codes are read sign by sign; a name, and a code with one, as words. */
function isCode(label: string | undefined): boolean {
  return label !== undefined && /^\S*\d\S*$/.test(label)
}

function EditButtons({ state }: { state: RecordPageState }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const dirty = useRecordPart((record) => record.dirty)
  return (
    <>
      {dirty && !phone && <span className="quiet">{t('ui.unsaved')}</span>}
      <Button onClick={state.discard}>{t(dirty ? 'ui.discard' : 'ui.cancel')}</Button>
      <Button
        type="primary"
        icon={<SaveOutlined />}
        loading={state.saving}
        onClick={() => void state.save()}
      >
        {t('ui.save')}
      </Button>
    </>
  )
}
