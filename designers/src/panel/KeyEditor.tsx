import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemberEditorProps } from './MemberEditor'

const shape = /^[a-z][a-z0-9_]{0,47}$/

/** The name of a part: columns, addresses and other parts go by it, so it is taken whole. */
export function KeyEditor({ id, value, disabled, onChange }: MemberEditorProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const text = typed ?? (typeof value === 'string' ? value : '')
  const bad = !shape.test(text)
  const take = () => {
    if (typed !== undefined && !bad) onChange(typed)
    setTyped(undefined)
  }
  return (
    <>
      <Input
        id={id}
        className="mono"
        disabled={disabled}
        value={text}
        {...(bad ? { status: 'error' as const } : {})}
        onChange={(event) => {
          setTyped(event.target.value)
        }}
        onBlur={take}
        onPressEnter={take}
      />
      {bad && <div className="field-error">{t('designer.key_shape')}</div>}
    </>
  )
}
