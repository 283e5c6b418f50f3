import { useQueryClient } from '@tanstack/react-query'
import { Input, Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  newUuid,
  useData,
  useNotify,
  type Json,
  type JsonObject,
  type Words,
} from '../../../runtime-ui/src/render'
import { keyShape } from '../schema/schemas'
import { useRequired, useWords } from './words'

interface NewDialogProps {
  kind: string
  change: number
  /** What the object begins with; undefined while something is still to be said. */
  first: (key: string, title: Json) => JsonObject | undefined
  /** What else is asked. */
  children?: ReactNode
  onMade: (key: string) => void
  onCancel: () => void
}

/** The name of a new object, which never changes, and its words. */
export function NewDialog({ kind, change, first, children, onMade, onCancel }: NewDialogProps) {
  const { t } = useTranslation()
  const words = useWords()
  const languages = useRequired()
  const { changes } = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const [key, setKey] = useState('')
  const [title, setTitle] = useState<Words>({ zh: '', en: '', es: '' })
  const [busy, setBusy] = useState(false)
  const named = keyShape.test(key) && languages.every((one) => (title[one] ?? '').trim() !== '')
  const object = named ? first(key, title) : undefined
  async function make() {
    if (object === undefined || busy) return
    setBusy(true)
    try {
      await changes.draft(kind, key, change, { object, hash: '' }, newUuid())
      await queries.invalidateQueries({ queryKey: ['meta objects', kind] })
      await queries.invalidateQueries({ queryKey: ['change sets'] })
      onMade(key)
    } catch (error) {
      notify.failure(error)
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={t('designer.new_object', { kind: words.kind(kind) })}
      okText={t('designer.begin')}
      okButtonProps={{ disabled: object === undefined, loading: busy }}
      onOk={() => void make()}
      onCancel={onCancel}
    >
      <div className="form-field">
        <label htmlFor="new-key">{t('designer.member.key')}</label>
        <Input
          id="new-key"
          className="mono"
          autoFocus
          placeholder="x_dock"
          value={key}
          onChange={(event) => {
            setKey(event.target.value)
          }}
        />
        <div className="quiet designer-help">{t('designer.key_shape')}</div>
      </div>
      {languages.map((language) => (
        <div key={language} className="form-field">
          <label htmlFor={`new-${language}`}>{words.language(language)}</label>
          <Input
            id={`new-${language}`}
            value={title[language] ?? ''}
            onChange={(event) => {
              setTitle({ ...title, [language]: event.target.value })
            }}
            onPressEnter={() => void make()}
          />
        </div>
      ))}
      {children}
    </Modal>
  )
}
