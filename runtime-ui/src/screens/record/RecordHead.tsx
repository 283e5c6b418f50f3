import { ArrowLeftOutlined, EditOutlined, SaveOutlined } from '@ant-design/icons'
import { App, Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../data/provider'
import type { ActionMeta } from '../../data/screen'
import { PhaseTag } from '../../fields/enum/PhaseTag'
import type { Actions } from '../action/useActions'
import { usePage } from '../page'
import { useHotkeys } from '../useHotkeys'
import { mayEdit, stateOf, type RecordMeta } from './parts'
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
      <h1>
        <span className="quiet">{meta.title}</span>{' '}
        <span className="mono">{state.isNew ? t('ui.new') : base._label}</span>
      </h1>
      {current !== undefined && <PhaseTag phase={current.phase} label={current.title} />}
      <span className="grow" />
      {editing ? (
        <EditButtons state={state} />
      ) : (
        <ViewButtons meta={meta} base={base} state={state} actions={actions} />
      )}
    </header>
  )
}

function EditButtons({ state }: { state: RecordPageState }) {
  const { t } = useTranslation()
  const dirty = useRecordPart((record) => record.dirty)
  return (
    <>
      {dirty && <span className="quiet">{t('ui.unsaved')}</span>}
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

function ViewButtons(props: RecordHeadProps & { base: Row }) {
  const { meta, base, state, actions } = props
  const { t } = useTranslation()
  const possible = possibleActions(meta, base)
  const next = possible.find((action) => action.primary === true)
  const others = possible.filter((action) => action !== next)
  const run = (action: ActionMeta) =>
    actions.run(action, {
      id: base.id,
      ...(base.version === undefined ? {} : { version: base.version }),
    })
  useHotkeys({ 'Ctrl+Enter': next === undefined ? undefined : () => void run(next) })
  return (
    <>
      <MoreButton meta={meta} base={base} actions={actions} />
      {others.map((action) => (
        <Button
          key={action.key}
          danger={action.danger === true}
          disabled={actions.running}
          onClick={() => void run(action)}
        >
          {action.title}
        </Button>
      ))}
      {mayEdit(meta, base) && (
        <Button icon={<EditOutlined />} onClick={state.edit}>
          {t('ui.edit')}
        </Button>
      )}
      {next !== undefined && (
        <Button type="primary" loading={actions.running} onClick={() => void run(next)}>
          {next.title}
        </Button>
      )}
    </>
  )
}

/** Actions that the server says are possible on this record now. */
function possibleActions({ document }: RecordMeta, { _can = [] }: Row): ActionMeta[] {
  return (document?.actions ?? []).filter(({ key }) => _can.includes(key))
}

function MoreButton({ meta, base, actions }: { meta: RecordMeta; base: Row; actions: Actions }) {
  const { t } = useTranslation()
  const page = usePage()
  const { modal } = App.useApp()
  if (meta.table.writes !== 'all' || !meta.table.rights.includes('delete')) return null
  async function remove() {
    const sure = await modal.confirm({
      title: t('record.delete_question', { label: base._label ?? '' }),
      okText: t('ui.delete'),
      okButtonProps: { danger: true },
    })
    if (sure && (await actions.remove({ ids: [base.id] }))) page.close()
  }
  const items = [
    { key: 'delete', danger: true, label: t('ui.delete'), onClick: () => void remove() },
  ]
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button>{t('ui.more')}</Button>
    </Dropdown>
  )
}
