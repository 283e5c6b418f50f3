import { DownOutlined, TableOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons'
import { App, Button, type MenuProps } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListMeta } from '../../../data/screen'
import type { ListState } from '../useListScreen'
import { ClickMenu } from '../../../look/ClickMenu'
import type { ListView } from './views'

const ViewDialog = lazy(async () => ({ default: (await import('./ViewDialog')).ViewDialog }))

/** The saved views of a list: choose one, keep what is in view, share it. */
export function ViewMenu({ list, state }: { list: ListMeta; state: ListState }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'new' | 'change'>()
  const { views } = state
  const { current } = views
  const changing = useChanging(state, setDialog)
  const items: MenuProps['items'] = [
    {
      key: '0',
      label: t('view.standard'),
      icon: <TableOutlined aria-hidden />,
      onClick: () => {
        views.choose(undefined)
      },
    },
    ...views.all.map((view) => ({
      key: String(view.id),
      label: view.opens ? t('view.opening', { name: view.name }) : view.name,
      icon: view.roleId === 0 ? <UserOutlined aria-hidden /> : <TeamOutlined aria-hidden />,
      onClick: () => {
        views.choose(view)
      },
    })),
    { type: 'divider' },
    {
      key: 'new',
      label: t('view.save_new'),
      onClick: () => {
        setDialog('new')
      },
    },
    ...changing,
  ]
  return (
    <>
      <ClickMenu menu={{ items, selectedKeys: [String(current?.id ?? 0)] }}>
        <Button
          icon={<TableOutlined />}
          aria-label={[t('view.views'), current?.name].join(' ').trimEnd()}
        >
          <span className="clip view-name">{current?.name ?? t('view.views')}</span>
          <DownOutlined />
        </Button>
      </ClickMenu>
      {dialog !== undefined && (
        <Suspense fallback={null}>
          <ViewDialog
            list={list}
            state={state}
            view={dialog === 'change' ? current : undefined}
            onClose={() => {
              setDialog(undefined)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** What may be done with the view in use; a shared one asks for the right to share. */
function useChanging({ views, content, columns }: ListState, open: (dialog: 'change') => void) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const { current } = views
  if (current === undefined || (current.roleId !== 0 && !views.mayShare)) return []

  async function keep(view: ListView) {
    if (await views.save({ ...view, content: content() })) columns.forget()
  }
  async function remove(view: ListView) {
    const sure = await modal.confirm({
      title: t('view.delete_question', { name: view.name }),
      okText: t('ui.delete'),
      okButtonProps: { danger: true },
    })
    if (sure) await views.remove(view)
  }
  const { name } = current
  return [
    { key: 'keep', label: t('view.keep', { name }), onClick: () => void keep(current) },
    {
      key: 'change',
      label: t('view.change', { name }),
      onClick: () => {
        open('change')
      },
    },
    {
      key: 'delete',
      label: t('view.delete', { name }),
      danger: true,
      onClick: () => void remove(current),
    },
  ]
}
