import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Json } from '../../../runtime-ui/src/render'
import type { MemberEditorProps } from './props'

/** How text for machines is written. */
const code = { className: 'mono', autoSize: true, spellCheck: false }

/** What has no form of its own is written as JSON; it counts once it can be read. */
export function JsonEditor({ id, value, disabled, onChange }: MemberEditorProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(() =>
    value === undefined ? '' : JSON.stringify(value, null, 1),
  )
  const [bad, setBad] = useState(false)
  return (
    <>
      <Input.TextArea
        id={id}
        {...code}
        disabled={disabled}
        {...(bad ? { status: 'error' as const } : {})}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
        }}
        onBlur={() => {
          try {
            onChange(text.trim() === '' ? undefined : (JSON.parse(text) as Json))
            setBad(false)
          } catch {
            setBad(true)
          }
        }}
      />
      {bad && <div className="field-error">{t('ui.invalid')}</div>}
    </>
  )
}
