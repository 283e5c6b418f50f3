import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { asText, isEmpty } from '../../format/plain'
import type { CellProps, EditorProps, Drawn } from '../kit'

const plain = 'YYYY-MM-DD'

function DateCell({ value }: CellProps) {
  return <span className="figure">{asText(value)}</span>
}

function DateEditor({ value, onChange, id, disabled, invalid, autoFocus }: EditorProps) {
  return (
    <DatePicker
      id={id}
      value={isEmpty(value) ? null : dayjs(asText(value), plain)}
      format={plain}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      autoFocus={autoFocus}
      onChange={(date) => {
        onChange(date === null ? null : date.format(plain))
      }}
    />
  )
}

/** A plain day; it belongs to no time zone and is never shifted. */
export const dateKit: Drawn = {
  Cell: DateCell,
  Editor: DateEditor,
  format: asText,
  align: 'left',
  shown: 'line',
  sample: '2027-01-31',
}
