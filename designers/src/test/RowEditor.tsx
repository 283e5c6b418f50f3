import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { AutoComplete, Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Json, JsonObject } from '../../../runtime-ui/src/render'
import { isObject } from '../draft/edit'
import { useFieldsOf } from '../panel/naming'
import type { MemberEditorProps } from '../panel/props'
import { tableOfPart } from './parts'
import { textOf, valueOf } from './values'
import './test.css'

/** A row of a test: its fields and what they hold. */
export function RowEditor(props: MemberEditorProps) {
  const { id, of, object, part, member, value, disabled, onChange } = props
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const fields = useFieldsOf(tableOfPart(object, part, member.name), of) ?? []
  const row = isObject(value) ? value : {}
  const give = (next: JsonObject) => {
    onChange(Object.keys(next).length === 0 && !member.required ? undefined : next)
  }
  const add = (key: string) => {
    setName('')
    if (key !== '' && !(key in row)) give({ ...row, [key]: '' })
  }
  return (
    <div className="test-row" id={id}>
      {Object.entries(row).map(([key, one]) => (
        <div key={key} className="test-cell">
          <label htmlFor={`${id}-${key}`} className="mono clip" title={key}>
            {key}
          </label>
          <Value
            id={`${id}-${key}`}
            value={one}
            disabled={disabled}
            onChange={(next) => {
              give({ ...row, [key]: next ?? '' })
            }}
          />
          <Button
            size="small"
            type="text"
            icon={<DeleteOutlined />}
            disabled={disabled}
            aria-label={t('designer.without_field', { field: key })}
            onClick={() => {
              give(Object.fromEntries(Object.entries(row).filter(([other]) => other !== key)))
            }}
          />
        </div>
      ))}
      {!disabled && (
        <div className="test-cell is-new">
          <AutoComplete
            className="wide mono"
            aria-label={t('designer.field_more')}
            placeholder={t('designer.field_more')}
            value={name}
            options={fields
              .filter((one) => !(one in row) && one.includes(name))
              .map((one) => ({ value: one }))}
            onChange={setName}
            onSelect={add}
            onKeyDown={({ key }) => {
              if (key === 'Enter') add(name)
            }}
          />
          <Button
            size="small"
            icon={<PlusOutlined />}
            aria-label={t('designer.add_field')}
            onClick={() => {
              add(name)
            }}
          />
        </div>
      )}
      <div className="quiet designer-help">{t('designer.row_help')}</div>
    </div>
  )
}

interface ValueProps {
  id: string
  value: Json | undefined
  disabled: boolean
  onChange: (value: Json | undefined) => void
}

/** One value of a test; what is typed counts once one leaves the field. */
export function Value({ id, value, disabled, onChange }: ValueProps) {
  const [typed, setTyped] = useState<string>()
  const take = () => {
    if (typed !== undefined) onChange(typed === '' ? undefined : valueOf(typed))
    setTyped(undefined)
  }
  return (
    <Input.TextArea
      id={id}
      className="mono"
      autoSize={{ minRows: 1, maxRows: 6 }}
      spellCheck={false}
      disabled={disabled}
      value={typed ?? textOf(value)}
      onChange={(event) => {
        setTyped(event.target.value)
      }}
      onBlur={take}
    />
  )
}
