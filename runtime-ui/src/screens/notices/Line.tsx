import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Told } from '../../data/notice'
import { useData } from '../../data/provider'
import { asText } from '../../format/plain'
import { fieldKits } from '../../fields/kits'
import { useWords } from '../../fields/words'
import { Html } from '../../look/Html'
import type { Place } from '../../page/menus'
import { useNotify } from '../../page/useNotify'
import { addressOf } from './address'
import './told.css'

interface LineProps {
  told: Told
  places: Map<string, Place>
  onRead: () => void
  onLeave?: () => void
}

/** A notice: a press reads it, and opens what it is about. */
export function Line({ told, places, onRead, onLeave }: LineProps) {
  const { t } = useTranslation()
  const words = useWords()
  const navigate = useNavigate()
  const openFile = useOpenFile()
  const to = addressOf(told.link, places)
  return (
    <li className={told.read ? '' : 'unread'}>
      <button
        type="button"
        onClick={() => {
          if (!told.read) onRead()
          if (to === undefined) return
          onLeave?.()
          void navigate({ href: to })
        }}
      >
        <Html text={told.text} />
        <span className="quiet">
          {asText(fieldKits.instant.format(told.at, { type: 'instant', title: '' }, words))}
          {!told.read && ` · ${t('notice.new')}`}
        </span>
      </button>
      {told.file !== undefined && (
        <Button size="small" type="link" onClick={() => void openFile(told.file ?? '')}>
          {t('notice.file')}
        </Button>
      )}
    </li>
  )
}

function useOpenFile() {
  const data = useData()
  const notify = useNotify()
  return async (file: string) => {
    try {
      window.open(await data.link(file), '_blank', 'noopener')
    } catch (error) {
      notify.failure(error)
    }
  }
}
