import { useNavigate } from '@tanstack/react-router'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { hasUnsaved } from '../../../page/unsaved'
import { fullPath, useTabs, type Tab } from '../../../page/tabs'

export type TabAction = 'refresh' | 'close' | 'close_others' | 'close_all'

/** What can be done with a tab, while the page of a path is in view. */
export function useTabActions(path: string): Record<TabAction, (tab: Tab) => void> {
  const { tabs, close, closeOthers, closeAll } = useTabs()
  const navigate = useNavigate()
  const { modal } = App.useApp()
  const { t } = useTranslation()
  const go = (href: string) => void navigate({ href })

  /** Goes on at once, or once a person agrees to lose what is in one of the pages. */
  async function unlessUnsaved(left: Tab[], goOn: () => void) {
    const asks = hasUnsaved(left.map((tab) => tab.path))
    const sure =
      !asks ||
      (await modal.confirm({
        title: t('record.leave_question'),
        okText: t('record.leave'),
        okButtonProps: { danger: true },
      }))
    if (sure) goOn()
  }
  const others = (tab: Tab) => tabs.filter((one) => one !== tab)
  return {
    refresh: (tab) =>
      void unlessUnsaved([tab], () => {
        void navigate({ href: `/redirect${fullPath(tab)}`, replace: tab.path === path })
      }),
    /** Closing the page in view leads to the last one left. */
    close: (tab) =>
      void unlessUnsaved([tab], () => {
        close(tab.path)
        if (tab.path !== path) return
        const last = others(tab).at(-1)
        go(last === undefined ? '/' : fullPath(last))
      }),
    close_others: (tab) =>
      void unlessUnsaved(others(tab), () => {
        closeOthers(tab.path)
        go(fullPath(tab))
      }),
    close_all: () =>
      void unlessUnsaved(tabs, () => {
        closeAll()
        go('/')
      }),
  }
}
