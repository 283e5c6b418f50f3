import { Outlet } from '@tanstack/react-router'
import { App, Button, Result, Skeleton } from 'antd'
import { lazy, Suspense, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppMeta } from '../../data/app'
import { useDialogMoves } from '../dialogs/useDialogMoves'
import { useFocusBack } from '../dialogs/useFocusBack'
import { useFocusKept } from '../dialogs/useFocusKept'
import { useWays } from '../palette/useWays'
import { endTrial } from '../../page/trial'
import { useRuntime } from '../../page/runtime'
import { basePath } from '../../page/site'
import { LoadingOverlay } from './LoadingOverlay'
import { Navbar } from './navbar/Navbar'
import { Pages } from './Pages'
import { Sidebar } from './sidebar/Sidebar'
import { useSidebar } from './sidebar/useSidebar'
import { TabStrip } from './tabstrip/TabStrip'
import { useMobile } from '../../look/useDevice'
import { useTabs } from '../../page/tabs'
import { useShell, Visit } from './useShell'
import './shell.css'

const PreviewBar = lazy(async () => ({
  default: (await import('../preview/PreviewBar')).PreviewBar,
}))

const TrialBar = lazy(async () => ({
  default: (await import('../preview/TrialBar')).TrialBar,
}))

/** The frame around every screen of a signed-in person. */
export function Shell() {
  const { t } = useTranslation()
  const mobile = useMobile()
  const shell = useShell()
  const sidebar = useSidebar(mobile, shell.path)
  useDialogMoves()
  useFocusBack()
  useFocusKept()
  const { trial } = useRuntime()
  const person = ownerOf(shell.app.data)
  useWays(person, shell.path)
  useLayoutEffect(() => {
    if (person !== undefined) useTabs.getState().belongTo(person)
  }, [person])

  if (shell.app.isError) {
    return (
      <Result
        status="warning"
        title={t('page.failed')}
        subTitle={t('page.failed_help')}
        extra={
          <>
            <Button onClick={() => void shell.app.refetch()}>{t('ui.retry')}</Button>
            {trial !== undefined && (
              <Button
                onClick={() => {
                  endTrial(basePath)
                }}
              >
                {t('preview.trial_end')}
              </Button>
            )}
          </>
        }
      />
    )
  }
  return (
    <App className={mobile ? 'shell mobile' : 'shell'}>
      <Visit
        ready={shell.app.isSuccess}
        path={shell.path}
        destination={shell.destination}
        alias={shell.alias}
      />
      <button className="skip" type="button" onClick={goToContent}>
        {t('shell.skip')}
      </button>
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
        {trial !== undefined && (
          <Suspense fallback={null}>
            <TrialBar change={trial} />
          </Suspense>
        )}
        {shell.app.data?.preview != null && (
          <Suspense fallback={null}>
            <PreviewBar preview={shell.app.data.preview} />
          </Suspense>
        )}
        <Navbar
          places={shell.places}
          destination={shell.destination}
          path={shell.path}
          onToggle={sidebar.toggle}
        />
        <TabStrip path={shell.path} />
        <main className="content" id="content" tabIndex={-1}>
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

/** Whose ways are remembered, and whose pages are open. */
function ownerOf(app: AppMeta | undefined): string | undefined {
  return app === undefined ? undefined : `${app.user.userType}.${app.user.id}`
}

/** Past the menu and the tabs, for those who go by the Tab key. */
function goToContent() {
  document.getElementById('content')?.focus()
}
