import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { App, Button, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConflictsButton } from './Conflicts'
import type { ChangeState } from './useChange'

/** Which change set is worked on, and the way to another. */
export function ChangeBar({ state }: { state: ChangeState }) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const [asking, setAsking] = useState(false)
  const { chosen, open } = state
  async function drop() {
    if (chosen === undefined) return
    const sure = await modal.confirm({
      title: t('designer.drop_question', { title: chosen.title, n: chosen.objects }),
      okText: t('designer.drop'),
      okButtonProps: { danger: true },
    })
    if (sure) await state.drop(chosen.change)
  }
  return (
    <div className="designer-change">
      {open.length > 0 && (
        <Select
          aria-label={t('designer.change_set')}
          className="designer-change-select"
          placeholder={t('designer.choose')}
          value={chosen?.change ?? null}
          onChange={state.choose}
          options={open.map((one) => ({
            value: one.change,
            label: `${one.title} · ${t('designer.objects', { n: one.objects })} · ${one.by}`,
          }))}
        />
      )}
      <Button
        icon={<PlusOutlined />}
        type={chosen === undefined ? 'primary' : 'default'}
        onClick={() => {
          setAsking(true)
        }}
      >
        {t('designer.new_change')}
      </Button>
      {chosen !== undefined && <ConflictsButton key={chosen.change} set={chosen} />}
      {chosen !== undefined && (
        <Button
          icon={<DeleteOutlined />}
          aria-label={t('designer.drop')}
          title={t('designer.drop')}
          onClick={() => void drop()}
        />
      )}
      {asking && (
        <TitleDialog
          onCancel={() => {
            setAsking(false)
          }}
          onDone={(title) => {
            setAsking(false)
            void state.begin(title)
          }}
        />
      )}
    </div>
  )
}

interface TitleDialogProps {
  onCancel: () => void
  onDone: (title: string) => void
}

function TitleDialog({ onCancel, onDone }: TitleDialogProps) {
  const { t } = useTranslation()
  const [title, setTitle] = useState('')
  const done = () => {
    if (title.trim() !== '') onDone(title.trim())
  }
  return (
    <Modal
      open
      title={t('designer.new_change')}
      okText={t('designer.begin')}
      okButtonProps={{ disabled: title.trim() === '' }}
      onOk={done}
      onCancel={onCancel}
    >
      <label htmlFor="change-title">{t('designer.change_title')}</label>
      <Input
        id="change-title"
        autoFocus
        maxLength={120}
        value={title}
        onChange={(event) => {
          setTitle(event.target.value)
        }}
        onPressEnter={done}
      />
    </Modal>
  )
}
