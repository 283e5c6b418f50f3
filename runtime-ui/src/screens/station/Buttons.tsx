import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { StationMeta } from '../../data/screen'
import { hrefOf } from '../../page/site'
import type { StationScreen } from '../../meta/station-screen.gen'
import type { StationState } from './useStation'

interface ButtonsProps {
  meta: StationMeta
  shown: StationScreen
  station: StationState
}

/** What a person can do at a step beside scanning. */
export function Buttons({ meta, shown, station }: ButtonsProps) {
  const { t } = useTranslation()
  useButtonKeys(shown, station)
  return (
    <div className="station-buttons">
      {(shown.buttons ?? []).map(({ code, label, key, danger }) => (
        <Button
          key={code}
          danger={danger === true}
          onClick={() => {
            station.send('button', code, label)
          }}
        >
          {label}
          {key !== undefined && <kbd>{key}</kbd>}
        </Button>
      ))}
      {(shown.prints ?? []).map(({ table, id, label }) => (
        <Button
          key={`${table} ${id}`}
          icon={<PrinterOutlined />}
          href={hrefOf(`/print/base2/${table}/${id}`)}
          target="_blank"
        >
          {t('station.print', { label })}
        </Button>
      ))}
      {meta.undo && canUndo(station) && <Button onClick={station.undo}>{t('station.undo')}</Button>}
      {!station.free && (
        <Button
          type="text"
          onClick={() => {
            station.send('park', null, t('station.park'))
          }}
        >
          {t('station.park')}
        </Button>
      )}
    </div>
  )
}

/** Where nothing is under way, the last scan may still be taken back. */
function canUndo({ free, log }: StationState): boolean {
  return !free || log.some(({ state, seq }) => state === 'good' && seq !== undefined)
}

/** Buttons may have a key of their own; letters belong to the scanner. */
function useButtonKeys({ buttons = [] }: StationScreen, { send }: StationState) {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const button = buttons.find(({ key }) => key === event.key && event.key.length > 1)
      if (button === undefined) return
      event.preventDefault()
      send('button', button.code, button.label)
    }
    window.addEventListener('keydown', listener)
    return () => {
      window.removeEventListener('keydown', listener)
    }
  })
}
