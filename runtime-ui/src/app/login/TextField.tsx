import { use, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyFields } from './emptyFields'
import { EyeMark } from './marks'

interface TextFieldProps {
  name: string
  label: string
  missing?: string // said when it is left empty; without it the field may be
  secret?: boolean
  autoComplete: string
  autoFocus?: boolean
}

/** One line of a form before the shell. */
export function TextField({ name, label, missing, secret = false, ...input }: TextFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const [shown, setShown] = useState(!secret)
  const empty = use(EmptyFields).has(name)
  return (
    <div className="door-field">
      <label htmlFor={id}>{t(label)}</label>
      <div className="door-input">
        <input
          id={id}
          name={name}
          type={shown ? 'text' : 'password'}
          required={missing !== undefined}
          aria-invalid={empty}
          aria-describedby={empty ? `${id}-missing` : undefined}
          {...input}
        />
        {secret && (
          <button
            type="button"
            aria-label={t('login.reveal')}
            title={t('login.reveal')}
            aria-pressed={shown}
            onClick={() => {
              setShown(!shown)
            }}
          >
            <EyeMark />
          </button>
        )}
      </div>
      {empty && missing !== undefined && (
        <p id={`${id}-missing`} className="field-error" role="alert">
          {t(missing)}
        </p>
      )}
    </div>
  )
}
