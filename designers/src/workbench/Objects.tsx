import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Modal, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newUuid, useData, useNotify, type ListedObject } from '../../../runtime-ui/src/render'
import type { Of } from '../draft/useDraft'
import { keyShape } from '../schema/schemas'
import { firstOf } from './firstOf'
import { languages, useWords } from './words'

interface ObjectsProps {
  kinds: string[]
  kind: string
  change: number
  open: (of: Pick<Of, 'kind' | 'key'>) => void
}

/** The objects of a kind, by words or key. */
export function Objects({ kinds, kind, change, open }: ObjectsProps) {
  const { t } = useTranslation()
  const words = useWords()
  const { changes } = useData()
  const [search, setSearch] = useState('')
  const [asking, setAsking] = useState(false)
  const found = useQuery({
    queryKey: ['meta objects', kind, change],
    queryFn: ({ signal }) => changes.objects(kind, change, signal),
  })
  const shown = found.data?.filter((one) => isFound(one, search.toLowerCase())) ?? []
  const kindWords = kinds.map((one) => ({ value: one, label: words.kind(one) }))
  return (
    <nav className="designer-objects" aria-label={t('designer.objects_of')}>
      <div className="designer-objects-head">
        {kinds.length > 1 && (
          <Segmented
            aria-label={t('designer.kind_of')}
            value={kind}
            options={kindWords}
            onChange={(next) => {
              open({ kind: next, key: '' })
            }}
          />
        )}
        <Input
          allowClear
          className="designer-search"
          prefix={<SearchOutlined />}
          aria-label={t('ui.search')}
          placeholder={t('ui.search')}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
          }}
        />
        {change === 0 ? (
          <span className="said-waiting">{t('designer.begin_first')}</span>
        ) : (
          <Button
            icon={<PlusOutlined />}
            onClick={() => {
              setAsking(true)
            }}
          >
            {t('designer.new_object', { kind: words.kind(kind) })}
          </Button>
        )}
      </div>
      {found.isPending ? (
        <Skeleton active />
      ) : (
        <ul>
          {shown.map((one) => (
            <li key={one.key}>
              <button
                type="button"
                className="designer-object"
                onClick={() => {
                  open({ kind, key: one.key })
                }}
              >
                <span>{words.of(one.title) ?? one.key}</span>
                <span className="mono quiet designer-node-key">{one.key}</span>
                {one.changed && <span className="designer-mark">{t('designer.mark_site')}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {asking && (
        <NewDialog
          kind={kind}
          change={change}
          onMade={(key) => {
            setAsking(false)
            open({ kind, key })
          }}
          onCancel={() => {
            setAsking(false)
          }}
        />
      )}
    </nav>
  )
}

function isFound({ key, title }: ListedObject, search: string): boolean {
  return [key, title.zh, title.en, title.es].some((text) => text.toLowerCase().includes(search))
}

interface NewDialogProps {
  kind: string
  change: number
  onMade: (key: string) => void
  onCancel: () => void
}

/** The name of a new object, which never changes, and its words. */
function NewDialog({ kind, change, onMade, onCancel }: NewDialogProps) {
  const { t } = useTranslation()
  const words = useWords()
  const { changes } = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const [key, setKey] = useState('')
  const [title, setTitle] = useState({ zh: '', en: '', es: '' })
  const [busy, setBusy] = useState(false)
  const ready = keyShape.test(key) && Object.values(title).every((w) => w.trim() !== '')
  async function make() {
    if (!ready || busy) return
    setBusy(true)
    try {
      const object = firstOf(kind, key, title)
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
      okButtonProps={{ disabled: !ready, loading: busy }}
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
          <label htmlFor={`new-${language}`}>{t(`designer.language.${language}`)}</label>
          <Input
            id={`new-${language}`}
            value={title[language]}
            onChange={(event) => {
              setTitle({ ...title, [language]: event.target.value })
            }}
            onPressEnter={() => void make()}
          />
        </div>
      ))}
    </Modal>
  )
}
