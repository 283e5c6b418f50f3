import { Button, Input, InputNumber } from 'antd'
import { useEffect, useRef, useState, type FocusEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { StationMeta } from '../../data/screen'
import type { StationInput } from '../../meta/station-input.gen'
import type { StationScreen } from '../../meta/station-screen.gen'
import { useTyping } from './useTyping'
import type { StationState } from './useStation'

interface EntryProps {
  meta: StationMeta
  shown: StationScreen
  station: StationState
}

const kindOfStep: Partial<Record<StationScreen['kind'], StationInput['kind']>> = {
  weight: 'weight',
  photo: 'photo',
}

/** The one field of a step and its buttons. The field always has the focus. */
export function Entry({ meta, shown, station }: EntryProps) {
  const { t } = useTranslation()
  const entry = useRef<HTMLDivElement>(null)
  useKeepFocus(entry)
  useButtonKeys(shown, station)
  return (
    <>
      <div ref={entry}>
        <EntryField shown={shown} station={station} />
      </div>
      <div className="station-buttons">
        {(shown.buttons ?? []).map(({ code, label, key, danger }) => (
          <Button
            key={code}
            size="large"
            danger={danger === true}
            onClick={() => {
              station.send('button', code, label)
            }}
          >
            {label}
            {key !== undefined && <kbd>{key}</kbd>}
          </Button>
        ))}
        {meta.undo && (
          <Button size="large" disabled={!station.log.some((one) => one.ok)} onClick={station.undo}>
            {t('station.undo')}
          </Button>
        )}
        <Button
          size="large"
          type="text"
          onClick={() => {
            station.send('park', null, t('station.park'))
          }}
        >
          {t('station.park')}
        </Button>
      </div>
    </>
  )
}

interface EntryFieldProps {
  shown: StationScreen
  station: StationState
}

function EntryField({ shown, station }: EntryFieldProps) {
  const { t } = useTranslation()
  const typing = useTyping()
  const [value, setValue] = useState(shown.default ?? '')
  const submit = () => {
    const text = value.trim()
    if (text === '') return
    station.send(kindOfStep[shown.kind] ?? typing.kind(), text, text)
    setValue('')
  }
  if (shown.kind === 'confirm' || shown.kind === 'print') {
    return (
      <Button
        type="primary"
        size="large"
        autoFocus
        onClick={() => {
          station.send('form', { confirmed: true }, t('station.confirm'))
        }}
      >
        {t('station.confirm')}
      </Button>
    )
  }
  if (shown.kind === 'qty' || shown.kind === 'weight') {
    return (
      <InputNumber<string>
        className="station-entry station-qty"
        size="large"
        stringMode
        min="0"
        {...(shown.max === undefined ? {} : { max: shown.max })}
        value={value === '' ? null : value}
        aria-label={shown.prompt}
        onChange={(next) => {
          setValue(next ?? '')
        }}
        onFocus={selectAll}
        onPressEnter={submit}
      />
    )
  }
  return (
    <Input
      className="station-entry mono"
      size="large"
      value={value}
      type={shown.kind === 'date' ? 'date' : 'text'}
      placeholder={shown.kind === 'scan' ? t('station.scan_here') : ''}
      aria-label={shown.prompt}
      autoComplete="off"
      spellCheck={false}
      onKeyDown={typing.note}
      onChange={(event) => {
        setValue(event.target.value)
      }}
      onFocus={selectAll}
      onPressEnter={submit}
    />
  )
}

/** What is typed replaces the value that was offered. */
function selectAll(event: FocusEvent<HTMLInputElement>) {
  event.target.select()
}

/** A scanner types wherever the focus is, so it comes back after every touch. */
function useKeepFocus(entry: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const field = () => entry.current?.querySelector<HTMLElement>('input, button')
    const restore = () => {
      const { activeElement } = document
      const elsewhere =
        activeElement?.closest('input, textarea, [role=dialog], [role=menu]') ?? null
      if (elsewhere === null) field()?.focus()
    }
    restore()
    const timer = setInterval(restore, 400)
    return () => {
      clearInterval(timer)
    }
  }, [entry])
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
