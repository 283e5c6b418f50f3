import { Button, Checkbox, Input, Modal, Radio } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListMeta } from '../../../data/screen'
import { asText } from '../../../format/plain'
import { referenceKit } from '../../../fields/reference'
import type { ListState } from '../useListScreen'
import type { ListView } from './views'

interface ViewDialogProps {
  list: ListMeta
  state: ListState
  view: ListView | undefined // to be changed; a new one without
  onClose: () => void
}

/** Name, reach and opening of a view; what it holds is what the list shows now. */
export function ViewDialog({ list, state, view, onClose }: ViewDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState((view?.roleId ?? 0) !== 0)
  const [role, setRole] = useState({
    id: view?.roleId ?? 0,
    label: undefined as string | undefined,
  })
  const [opens, setOpens] = useState(view?.opens === true)
  const [saving, setSaving] = useState(false)
  const ready = name.trim() !== '' && (!shared || role.id !== 0)

  async function save() {
    setSaving(true)
    const known = view === undefined ? {} : { id: view.id }
    const roleId = shared ? role.id : 0
    const content = state.content()
    const saved = await state.views.save({
      ...known,
      screen: list.key,
      name,
      roleId,
      opens,
      content,
    })
    setSaving(false)
    if (saved) onClose()
  }
  return (
    <Modal
      open
      title={view === undefined ? t('view.save_new') : t('view.change', { name: view.name })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="primary" htmlType="submit" form={id} disabled={!ready} loading={saving}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="stack view-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <label htmlFor={`${id}-name`}>{t('view.name')}</label>
        <Input
          id={`${id}-name`}
          value={name}
          maxLength={60}
          autoFocus
          onChange={(event) => {
            setName(event.target.value)
          }}
        />
        {state.views.mayShare && (
          <Radio.Group
            value={shared}
            options={[
              { value: false, label: t('view.personal') },
              { value: true, label: t('view.shared') },
            ]}
            onChange={(event) => {
              setShared(event.target.value === true)
            }}
          />
        )}
        {shared && (
          <>
            <label htmlFor={`${id}-role`}>{t('view.role')}</label>
            <referenceKit.Editor
              id={`${id}-role`}
              value={role.id === 0 ? null : role.id}
              label={role.label}
              field={{ type: 'reference', title: t('view.role'), to: 'role' }}
              disabled={false}
              invalid={false}
              autoFocus={false}
              describedBy={undefined}
              onChange={(value, label) => {
                setRole({ id: Number(value ?? 0), label: asText(label) })
              }}
            />
          </>
        )}
        <Checkbox
          checked={opens}
          onChange={(event) => {
            setOpens(event.target.checked)
          }}
        >
          {t('view.opens')}
        </Checkbox>
      </form>
    </Modal>
  )
}
