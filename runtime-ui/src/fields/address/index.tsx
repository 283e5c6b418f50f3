import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { CellProps, EditorProps, Drawn } from '../kit'
import { useWords } from '../words'
import { addressOf, oneLine, parts } from './parts'
import './address.css'

function AddressCell({ value }: CellProps) {
  return oneLine(value, useWords().language)
}

function AddressEditor({ value, onChange, id, disabled, invalid, autoFocus }: EditorProps) {
  const { t } = useTranslation()
  const address = addressOf(value)
  return (
    <div className="address" role="group">
      {parts.map((part, index) => (
        <Input
          key={part}
          id={index === 0 ? id : `${id}-${part}`}
          className={`address-${part}`}
          value={address[part] ?? ''}
          placeholder={t(`address.${part}`)}
          aria-label={t(`address.${part}`)}
          maxLength={200}
          disabled={disabled}
          status={invalid ? 'error' : ''}
          autoFocus={autoFocus && index === 0}
          onChange={({ target }) => {
            const next = { ...address, [part]: target.value }
            const given = Object.entries(next).filter(([, text]) => text !== '')
            onChange(given.length === 0 ? null : Object.fromEntries(given))
          }}
        />
      ))}
    </div>
  )
}

/** A postal address in its parts. */
export const addressKit: Drawn = {
  Cell: AddressCell,
  Editor: AddressEditor,
  format: (value, _field, words) => oneLine(value, words.language),
  align: 'left',
  shown: 'block',
  sample: {
    name: 'Ana',
    street: 'Calle Mayor 1',
    city: 'Madrid',
    postcode: '28013',
    country: 'ES',
  },
}
