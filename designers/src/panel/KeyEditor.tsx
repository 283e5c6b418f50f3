import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keyShape } from '../schema/schemas'
import type { MemberEditorProps } from './props'

/** The name of a part: columns, addresses and other parts go by it, so it is taken whole. */
export function KeyEditor({ id, value, disabled, onChange }: MemberEditorProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const text = typed ?? (typeof value === 'string' ? value : '')
  const bad = !keyShape.test(text)
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
