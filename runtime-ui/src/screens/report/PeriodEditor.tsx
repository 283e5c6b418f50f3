import { Button, DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { asText, isEmpty } from '../../format/plain'
import { periodOf, periods } from './periods'

interface PeriodEditorProps {
  value: unknown
  onChange: (value: unknown) => void
}

const plain = 'YYYY-MM-DD'

/** Days by a word that moves on with time, or by both ends. */
export function PeriodEditor({ value, onChange }: PeriodEditorProps) {
  const { t } = useTranslation()
  const current = periodOf(value)
  const ends = Array.isArray(value) ? (value as unknown[]) : []
  const [from = null, to = null] = ends.map((end) => (isEmpty(end) ? null : dayjs(asText(end))))
  return (
    <div className="stack">
      <div className="shortcuts report-periods">
        {periods.map((period) => (
          <Button
            key={period}
            size="small"
            type={period === current ? 'primary' : 'default'}
            onClick={() => {
              onChange({ period })
            }}
          >
            {t(`period.${period}`)}
          </Button>
        ))}
      </div>
      <DatePicker.RangePicker
        allowEmpty
        format={plain}
        value={[from, to]}
        onChange={(days) => {
          const next = [days?.[0] ?? null, days?.[1] ?? null].map((day) => day?.format(plain))
          onChange(next.every(isEmpty) ? undefined : next.map((day) => day ?? null))
        }}
      />
    </div>
  )
}
