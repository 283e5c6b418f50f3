import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { isEmpty } from '../../format/plain'
import type { CellProps, EditorProps, Drawn } from '../kit'
import { exactTime, fromWall, relativeTime, toWall, zoneOf } from '../../format/time'

/** Relative under two days, with the exact time on hover. */
function InstantCell({ value }: CellProps) {
  const { t, i18n } = useTranslation()
  if (isEmpty(value)) return null
  const exact = exactTime(value, i18n.language)
  const relative = relativeTime(value, dayjs().valueOf())
  if (relative === undefined) return <span className="figure">{exact}</span>
  return (
    <span className="figure" title={exact}>
      {t(relative.key, { count: relative.count, n: relative.count })}
    </span>
  )
}

function InstantEditor({ value, onChange, id, disabled, invalid, autoFocus }: EditorProps) {
  const zone = zoneOf(isEmpty(value) ? dayjs().format() : value)
  return (
    <DatePicker
      id={id}
      showTime={{ format: 'HH:mm' }}
      value={toWall(value)}
      suffixIcon={zone === '' ? undefined : <span className="quiet">{zone}</span>}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      autoFocus={autoFocus}
      onChange={(date) => {
        onChange(date === null ? null : fromWall(date))
      }}
    />
  )
}

export const instantKit: Drawn = {
  Cell: InstantCell,
  Editor: InstantEditor,
  format: (value, _field, words) => exactTime(value, words.language),
  align: 'left',
  shown: 'line',
  sample: '2027-01-31T08:30:00Z',
}
