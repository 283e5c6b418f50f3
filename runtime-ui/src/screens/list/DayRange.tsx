import { Button, DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useTranslation } from 'react-i18next'
import { asText, isEmpty } from '../../format/plain'
import { fromWall, toWall } from '../../format/time'
import type { FilterEditorProps } from './filters'
import { isShortcut, rangeOf, shortcuts } from './shortcuts'

/** A range of days or of moments: by a word that moves on with time, or by both ends. */
export function DayRange({ filter, chosen, onChange }: FilterEditorProps) {
  const { t } = useTranslation()
  const value = chosen?.value
  const exact = filter.type === 'instant'
  const ends = isShortcut(value) ? rangeOf(value, filter.type, dayjs()) : (value ?? [])
  const [from = null, to = null] = (ends as (string | null)[]).map((end) => dayOf(end, exact))
  return (
    <div className="stack">
      <div className="shortcuts">
        {shortcuts.map((shortcut) => (
          <Button
            key={shortcut}
            size="small"
            type={value === shortcut ? 'primary' : 'default'}
            onClick={() => {
              onChange({ value: shortcut })
            }}
          >
            {t(`range.${shortcut}`)}
          </Button>
        ))}
      </div>
      <DatePicker.RangePicker
        allowEmpty
        value={[from, to]}
        {...(exact ? { showTime: { format: 'HH:mm', defaultOpenValue: wholeDays } } : {})}
        onChange={(days) => {
          const next = [days?.[0] ?? null, days?.[1] ?? null].map((day) => textOf(day, exact))
          onChange(next.every((end) => end === null) ? undefined : { value: next })
        }}
      />
    </div>
  )
}

const wholeDays = [dayjs().startOf('day'), dayjs().endOf('day')]

function dayOf(text: unknown, exact: boolean): Dayjs | null {
  if (exact) return toWall(text)
  return isEmpty(text) ? null : dayjs(asText(text))
}

function textOf(day: Dayjs | null, exact: boolean): string | null {
  if (day === null) return null
  return exact ? fromWall(day) : day.format('YYYY-MM-DD')
}
