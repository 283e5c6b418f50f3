import { ArrowRightOutlined, DownOutlined, EditOutlined } from '@ant-design/icons'
import { App, Button, Tooltip } from 'antd'
import type { MenuProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../look/useDevice'
import { useNotify } from '../../page/useNotify'
import type { Row } from '../../data/rows'
import type { ActionMeta } from '../../data/screen'
import type { Actions } from '../action/useActions'
import { usePage } from '../../page/page'
import { paperOf, PrintButton } from '../print/PrintButton'
import { useHotkeys } from '../../page/useHotkeys'
import { ClickMenu } from '../../look/ClickMenu'
import { mayEdit, type RecordMeta } from './parts'
import { arrange, type Offer, type Onward } from './possible'

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
  const page = usePage()
  const { next, beside, more } = arrange(meta.document, base, t)
  const buttons = phone ? [] : beside
  const { id, version } = base
  const target = version === undefined ? { id } : { id, version }
  const run = (action: ActionMeta) => {
    void actions.run(action, target)
  }
  const goOn = ({ action, given, route }: Onward) => {
    if (route !== undefined) page.open(route)
    else if (action !== undefined) void actions.goOn(action, target, given ?? {})
  }
  useHotkeys({
    'Ctrl+Enter':
      next === undefined || next.reason !== undefined
        ? undefined
        : () => {
            goOn(next)
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
      {!phone && <PrintButton table={meta.table} ids={[id]} />}
      {mayEdit(meta, base) && (
        <Button icon={<EditOutlined />} onClick={edit}>
          {t('ui.edit')}
        </Button>
      )}
      {next !== undefined && <NextButton next={next} loading={actions.running} goOn={goOn} />}
    </>
  )
}

interface NextButtonProps {
  next: Onward
  loading: boolean
  goOn: (next: Onward) => void
}

/** The next step of the road. Kept back, it can still be touched, and says why it is. */
function NextButton({ next, loading, goOn }: NextButtonProps) {
  const { title, reason, route } = next
  const notify = useNotify()
  if (reason === undefined) {
    return (
      <Button
        type="primary"
        className="next-step"
        loading={loading}
        onClick={() => {
          goOn(next)
        }}
      >
        {title} {route !== undefined && <ArrowRightOutlined aria-hidden />}
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
        {title}
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
  const phone = usePhone()
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
  if (items.length > 0) items.push({ type: 'divider' })
  if (phone && meta.table.rights.includes('print')) {
    const href = paperOf(meta.table, [base.id])
    items.push({
      key: '_paper',
      label: (
        <a href={href} target="_blank" rel="noreferrer">
          {t('paper.title')}
        </a>
      ),
    })
  }
  items.push({
    key: '_print',
    label: t('ui.print'),
    onClick: () => {
      window.print()
    },
  })
  if (meta.table.writes === 'all' && meta.table.rights.includes('delete')) {
    items.push({
      key: '_delete',
      danger: true,
      label: t('ui.delete'),
      onClick: () => void remove(),
    })
  }
  return (
    <ClickMenu menu={{ items, className: 'more-actions' }}>
      <Button>
        {t('ui.more')} <DownOutlined aria-hidden />
      </Button>
    </ClickMenu>
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
