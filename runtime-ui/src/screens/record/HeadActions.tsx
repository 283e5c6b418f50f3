import { DownOutlined, EditOutlined } from '@ant-design/icons'
import { App, Button, Dropdown, Tooltip } from 'antd'
import type { MenuProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../app/shell/useDevice'
import { useNotify } from '../../app/useNotify'
import type { Row } from '../../data/provider'
import type { ActionMeta } from '../../data/screen'
import type { Actions } from '../action/useActions'
import { usePage } from '../page'
import { useHotkeys } from '../useHotkeys'
import { mayEdit, type RecordMeta } from './parts'
import { arrange, offersOf, type Offer } from './possible'

interface HeadActionsProps {
  meta: RecordMeta
  base: Row
  edit: () => void
  actions: Actions
}

/** What can be done with a record now; what cannot is grey and says why. */
export function HeadActions({ meta, base, edit, actions }: HeadActionsProps) {
  const { t } = useTranslation()
  const phone = usePhone()
  const { next, beside, more } = arrange(offersOf(meta.document, base, t), base)
  const buttons = phone ? [] : beside
  const run = (action: ActionMeta) => {
    const { id, version } = base
    void actions.run(action, version === undefined ? { id } : { id, version })
  }
  const isReady = next?.reason === undefined
  useHotkeys({
    'Ctrl+Enter':
      next === undefined || !isReady
        ? undefined
        : () => {
            run(next.action)
          },
  })
  return (
    <>
      <MoreButton
        meta={meta}
        base={base}
        more={phone ? [...beside, ...more] : more}
        run={run}
        actions={actions}
      />
      {buttons.map(({ action }) => (
        <Button
          key={action.key}
          danger={action.danger === true}
          disabled={actions.running}
          onClick={() => {
            run(action)
          }}
        >
          {action.title}
        </Button>
      ))}
      {mayEdit(meta, base) && (
        <Button icon={<EditOutlined />} onClick={edit}>
          {t('ui.edit')}
        </Button>
      )}
      {next !== undefined && <NextButton offer={next} loading={actions.running} run={run} />}
    </>
  )
}

interface NextButtonProps {
  offer: Offer
  loading: boolean
  run: (action: ActionMeta) => void
}

/** The main action. Kept back, it can still be touched, and says why it is. */
function NextButton({ offer: { action, reason }, loading, run }: NextButtonProps) {
  const notify = useNotify()
  if (reason === undefined) {
    return (
      <Button
        type="primary"
        loading={loading}
        onClick={() => {
          run(action)
        }}
      >
        {action.title}
      </Button>
    )
  }
  return (
    <Tooltip title={reason}>
      <Button
        className="kept-back"
        aria-disabled
        onClick={() => {
          notify.warning(reason)
        }}
      >
        {action.title}
      </Button>
    </Tooltip>
  )
}

interface MoreButtonProps {
  meta: RecordMeta
  base: Row
  more: Offer[]
  run: (action: ActionMeta) => void
  actions: Actions
}

function MoreButton({ meta, base, more, run, actions }: MoreButtonProps) {
  const { t } = useTranslation()
  const page = usePage()
  const { modal } = App.useApp()
  async function remove() {
    const sure = await modal.confirm({
      title: t('record.delete_question', { label: base._label ?? '' }),
      okText: t('ui.delete'),
      okButtonProps: { danger: true },
    })
    if (sure && (await actions.remove({ ids: [base.id] }))) page.close()
  }
  const items: NonNullable<MenuProps['items']> = more.map(({ action, reason }) => ({
    key: action.key,
    danger: action.danger === true && reason === undefined,
    disabled: reason !== undefined || actions.running,
    label: <Entry title={action.title} reason={reason} />,
    onClick: () => {
      run(action)
    },
  }))
  if (meta.table.writes === 'all' && meta.table.rights.includes('delete')) {
    if (items.length > 0) items.push({ type: 'divider' })
    items.push({
      key: '_delete',
      danger: true,
      label: t('ui.delete'),
      onClick: () => void remove(),
    })
  }
  if (items.length === 0) return null
  return (
    <Dropdown menu={{ items, className: 'more-actions' }} trigger={['click']}>
      <Button>
        {t('ui.more')} <DownOutlined aria-hidden />
      </Button>
    </Dropdown>
  )
}

function Entry({ title, reason }: { title: string; reason: string | undefined }) {
  if (reason === undefined) return title
  return (
    <>
      <div>{title}</div>
      <div className="more-reason">{reason}</div>
    </>
  )
}
