import { Input } from 'antd'
import { useState } from 'react'
import { asText, isEmpty } from '../../format/plain'
import type { CellProps, EditorProps, Drawn } from '../kit'

function SecretCell({ value }: CellProps) {
  return isEmpty(value) ? null : <span className="mono">{asText(value)}</span>
}

/** Empty at first: what was kept is only hinted at, and stays unless something is typed. */
function SecretEditor(props: EditorProps) {
  const { value, onChange, id, disabled, invalid, autoFocus, describedBy } = props
  const [kept] = useState(value)
  return (
    <Input.Password
      id={id}
      className="mono"
      autoComplete="new-password"
      value={value === kept ? '' : asText(value)}
      placeholder={asText(kept)}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      autoFocus={autoFocus}
      aria-describedby={describedBy}
      onChange={({ target }) => {
        onChange(target.value === '' ? kept : target.value)
      }}
    />
  )
}

/** A text that is sealed where it is kept; the server shows its end at most. */
export const secretKit: Drawn = {
  Cell: SecretCell,
  Editor: SecretEditor,
  format: asText,
  align: 'left',
  shown: 'apart',
  sample: undefined,
}
