import { Outlet } from '@tanstack/react-router'
import { App, Button, Result, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDialogMoves } from '../dialogs/useDialogMoves'
import { setPreference, usePreferences } from '../preferences'
import { LoadingOverlay } from './LoadingOverlay'
import { Navbar } from './navbar/Navbar'
import { Pages } from './Pages'
import { Sidebar } from './sidebar/Sidebar'
import { TabStrip } from './tabstrip/TabStrip'
import { useMobile } from './useDevice'
import { useShell } from './useShell'
import './shell.css'

/** The frame around every screen of a signed-in person. */
export function Shell() {
  const { t } = useTranslation()
  const mobile = useMobile()
  const shell = useShell()
  const sidebar = useSidebar(mobile, shell.path)
  useDialogMoves()

  if (shell.app.isError) {
    return (
      <Result
        status="warning"
        title={t('page.failed')}
        subTitle={t('page.failed_help')}
        extra={<Button onClick={() => void shell.app.refetch()}>{t('ui.retry')}</Button>}
      />
    )
  }
  return (
    <App className={mobile ? 'shell mobile' : 'shell'}>
      {mobile && sidebar.open && (
        <div className="backdrop" role="presentation" onClick={sidebar.toggle} />
      )}
      <Sidebar
        menus={shell.menus}
        places={shell.places}
        place={shell.destination?.place}
        open={sidebar.open}
        mobile={mobile}
      />
      <div className="shell-main">
        <Navbar place={shell.destination?.place} onToggle={sidebar.toggle} />
        <TabStrip path={shell.path} />
        <main className="content">
          {shell.app.isPending ? (
            <Skeleton active className="padded" />
          ) : (
            <Pages path={shell.path} />
          )}
          <Outlet />
          <LoadingOverlay />
        </main>
      </div>
    </App>
  )
}

/** On wide screens the sidebar keeps its state; on small ones it closes on each change of page. */
function useSidebar(mobile: boolean, path: string) {
  const kept = usePreferences((p) => p.sidebarOpen)
  const [openAt, setOpenAt] = useState<string>()
  if (!mobile) {
    return {
      open: kept,
      toggle: () => {
        setPreference('sidebarOpen', !kept)
      },
    }
  }
  const open = openAt === path
  return {
    open,
    toggle: () => {
      setOpenAt(open ? undefined : path)
    },
  }
}
