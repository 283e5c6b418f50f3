import { CloseOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../../page/site'
import { fullPath, titleOf, type Tab } from '../../../page/tabs'

interface TabEntryProps {
  tab: Tab
  active: boolean
  onClose: () => void
  onMenu: (event: MouseEvent) => void
}

/** One tab of the strip. */
export function TabEntry({ tab, active, onClose, onMenu }: TabEntryProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const title = titleOf(tab)
  return (
    <span
      className={active ? 'tab active' : 'tab'}
      onContextMenu={onMenu}
      onAuxClick={(event) => {
        if (event.button !== 1) return
        event.preventDefault() // a middle click on a link would open a window
        onClose()
      }}
    >
      <a
        href={hrefOf(fullPath(tab))}
        {...(active ? { 'aria-current': 'page' } : {})}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          void navigate({ href: fullPath(tab) })
        }}
      >
        {title}
      </a>
      <button type="button" aria-label={`${t('tab.close')} ${title}`} onClick={onClose}>
        <CloseOutlined />
      </button>
    </span>
  )
}
