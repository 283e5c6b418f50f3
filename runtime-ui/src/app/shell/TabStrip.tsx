import { CloseOutlined } from '@ant-design/icons'
import { Link, useNavigate } from '@tanstack/react-router'
import { Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { useTabs, type Tab } from './tabs'

/** The visited pages; middle click closes one. */
export function TabStrip({ path }: { path: string }) {
  const { t } = useTranslation()
  const { tabs, refresh, closeOthers, closeAll } = useTabs()
  const navigate = useNavigate()
  const close = useCloseTab(path)

  const actions: Record<string, (tab: Tab) => void> = {
    refresh: (tab) => {
      refresh(tab.path)
      void navigate({ to: `/redirect${tab.path}` })
    },
    close,
    close_others: (tab) => {
      closeOthers(tab.path)
      void navigate({ to: tab.path })
    },
    close_all: () => {
      closeAll()
      void navigate({ to: '/' })
    },
  }
  return (
    <nav className="tabs" aria-label={t('shell.tabs')}>
      {tabs.map((tab) => (
        <Dropdown
          key={tab.path}
          trigger={['contextMenu']}
          menu={{
            items: Object.keys(actions).map((key) => ({ key, label: t(`tab.${key}`) })),
            onClick: ({ key }) => actions[key]?.(tab),
          }}
        >
          <span
            className={tab.path === path ? 'tab active' : 'tab'}
            onAuxClick={(event) => {
              if (event.button === 1) close(tab)
            }}
          >
            <Link to={tab.path}>{titleOf(tab)}</Link>
            <button
              type="button"
              aria-label={`${t('tab.close')} ${titleOf(tab)}`}
              onClick={() => {
                close(tab)
              }}
            >
              <CloseOutlined />
            </button>
          </span>
        </Dropdown>
      ))}
    </nav>
  )
}

/** Closing the page in view leads to the last one left. */
function useCloseTab(path: string) {
  const { tabs, close } = useTabs()
  const navigate = useNavigate()
  return (tab: Tab) => {
    close(tab.path)
    if (tab.path !== path) return
    const rest = tabs.filter((one) => one.path !== tab.path)
    void navigate({ to: rest.at(-1)?.path ?? '/' })
  }
}

function titleOf({ label, destination }: Tab): string {
  return label ?? destination.place.node.meta.title
}
