import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmpty } from '../../format/plain'
import type { CellProps, EditorProps, Drawn } from '../kit'

function formatJson(value: unknown): string {
  return isEmpty(value) ? '' : JSON.stringify(value)
}

function JsonCell({ value }: CellProps) {
  return <span className="mono clip">{formatJson(value)}</span>
}

/** Keeps what is typed while it is not valid, and hands on only what is. */
function JsonEditor({ value, onChange, id, disabled, invalid }: EditorProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<string>()
  const broken = draft !== undefined
  return (
    <>
      <Input.TextArea
        id={id}
        className="mono"
        value={draft ?? formatJson(value)}
        disabled={disabled}
        status={broken || invalid ? 'error' : ''}
        autoSize={{ minRows: 2, maxRows: 10 }}
        onChange={(event) => {
          const parsed = parse(event.target.value)
          setDraft(parsed === undefined ? event.target.value : undefined)
          if (parsed !== undefined) onChange(parsed.value)
        }}
      />
      {broken && <div className="field-error">{t('msg.bad_json')}</div>}
    </>
  )
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: text === '' ? null : JSON.parse(text) }
  } catch {
    return undefined
  }
}

export const jsonKit: Drawn = {
  Cell: JsonCell,
  Editor: JsonEditor,
  format: formatJson,
  align: 'left',
  shown: 'apart',
  sample: { a: 1 },
}
