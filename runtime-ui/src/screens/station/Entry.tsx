import { CameraOutlined, CheckOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Decimal } from '../../expression/decimal'
import type { StationScreen } from '../../meta/station-screen.gen'

interface EntryProps {
  fieldRef: RefObject<HTMLInputElement | null>
  shown: StationScreen
  soft: boolean
  onSoft: (soft: boolean) => void
  onCamera: (() => void) | undefined // absent where the page may not use one
  onTyped: (text: string) => void
  onConfirm: (words: string) => void
}

/** The one field of a step; scanners, fingers and the camera all end here. */
export function Entry({ fieldRef, shown, soft, onSoft, onCamera, onTyped, onConfirm }: EntryProps) {
  const { t } = useTranslation()
  useEffect(() => {
    // An offer may come after the field, with the server's answer; what is typed replaces it.
    if (fieldRef.current?.value === shown.default) fieldRef.current?.select()
  }, [fieldRef, shown.default])
  if (shown.kind === 'confirm' || shown.kind === 'print') {
    return (
      <Button
        type="primary"
        size="large"
        autoFocus
        onClick={() => {
          onConfirm(t('station.confirm'))
        }}
      >
        {t('station.confirm')}
      </Button>
    )
  }
  const isScan = shown.kind === 'scan' || shown.kind === 'done'
  const isFigure = shown.kind === 'qty' || shown.kind === 'weight'
  const shift = (by: number) => {
    if (fieldRef.current !== null)
      fieldRef.current.value = shifted(fieldRef.current.value, by, shown.max)
  }
  return (
    <div className="station-entry-row">
      {shown.kind === 'qty' && <Shift icon="minus" words={t('floor.less')} onShift={shift} />}
      <input
        ref={fieldRef}
        className={isFigure ? 'station-entry station-qty' : 'station-entry mono'}
        defaultValue={shown.default ?? ''}
        type={shown.kind === 'date' ? 'date' : 'text'}
        inputMode={soft ? (isFigure ? 'decimal' : 'text') : 'none'}
        placeholder={isScan ? t('station.scan_here') : ''}
        aria-label={shown.prompt}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onFocus={(event) => {
          event.target.select()
        }}
      />
      {shown.kind === 'qty' && <Shift icon="plus" words={t('floor.more')} onShift={shift} />}
      {!isScan && (
        <Button
          type="primary"
          icon={<CheckOutlined />}
          aria-label={t('station.confirm')}
          onClick={() => {
            const text = fieldRef.current?.value.trim() ?? ''
            if (text !== '') onTyped(text)
          }}
        />
      )}
      <Button
        type={soft ? 'primary' : 'default'}
        aria-label={t('floor.keyboard')}
        title={t('floor.keyboard')}
        aria-pressed={soft}
        onClick={() => {
          onSoft(!soft)
          fieldRef.current?.blur()
        }}
      >
        {isFigure ? '123' : 'ABC'}
      </Button>
      {onCamera !== undefined && isScan && (
        <Button
          icon={<CameraOutlined />}
          aria-label={t('floor.camera')}
          title={t('floor.camera')}
          onClick={onCamera}
        />
      )}
    </div>
  )
}

interface ShiftProps {
  icon: 'plus' | 'minus'
  words: string
  onShift: (by: number) => void
}

function Shift({ icon, words, onShift }: ShiftProps) {
  return (
    <Button
      icon={icon === 'plus' ? <PlusOutlined /> : <MinusOutlined />}
      aria-label={words}
      onClick={() => {
        onShift(icon === 'plus' ? 1 : -1)
      }}
    />
  )
}

/** A quantity one step on, between nothing and the largest that is allowed. */
function shifted(text: string, by: number, max: string | undefined): string {
  const value = (Decimal.parse(text) ?? Decimal.of(0)).add(Decimal.of(by))
  const most = max === undefined ? null : Decimal.parse(max)
  if (value.compare(Decimal.of(0)) < 0) return '0'
  return most !== null && value.compare(most) > 0 ? most.toString() : value.toString()
}
