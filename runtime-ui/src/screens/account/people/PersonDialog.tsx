import { Button, Form, Input, Modal, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Colleague, LetEntry, May, SavedPerson } from '../../../data/upkeep'
import { MayTree } from './MayTree'

interface PersonDialogProps {
  person: Colleague | undefined // undefined: a new one
  entries: LetEntry[]
  suffix: string
  onSave: (person: SavedPerson) => Promise<boolean>
  onClose: () => void
}

interface Facts {
  name: string
  true_name: string
  email: string | null
  mobile: string | null
  enabled: boolean
}

/** Who somebody is, and what he may do. */
export function PersonDialog({ person, entries, suffix, onSave, onClose }: PersonDialogProps) {
  const { t } = useTranslation()
  const [form] = Form.useForm<Facts>()
  const [may, setMay] = useState<Record<number, May>>(person?.may ?? {})
  const [busy, setBusy] = useState(false)
  async function save({ name, true_name, email, mobile, enabled }: Facts) {
    setBusy(true)
    const who = person === undefined ? { name } : { id: person.id, enabled }
    const said = { ...who, true_name, email: email ?? '', mobile: mobile ?? '', may }
    const done = await onSave(said)
    setBusy(false)
    if (done) onClose()
  }
  const required = { required: true, message: t('account.needed') }
  return (
    <Modal
      open
      width={640}
      title={person === undefined ? t('people.new') : person.account}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="primary" loading={busy} onClick={form.submit}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={person ?? { name: '', true_name: '' }}
        onFinish={(facts) => void save(facts)}
      >
        <div className="people-facts">
          {person === undefined && (
            <Form.Item
              name="name"
              label={t('people.name_field')}
              rules={[
                required,
                { pattern: /^[a-z0-9][a-z0-9._-]{0,29}$/, message: t('people.name') },
              ]}
            >
              <Input suffix={<span className="quiet">{suffix}</span>} autoComplete="off" />
            </Form.Item>
          )}
          <Form.Item name="true_name" label={t('people.true_name')} rules={[required]}>
            <Input maxLength={60} autoComplete="off" />
          </Form.Item>
          <Form.Item name="email" label={t('people.email')}>
            <Input maxLength={120} type="email" autoComplete="off" />
          </Form.Item>
          <Form.Item name="mobile" label={t('people.mobile')}>
            <Input maxLength={40} autoComplete="off" />
          </Form.Item>
          {person !== undefined && (
            <Form.Item name="enabled" label={t('people.enabled')} valuePropName="checked">
              <Switch />
            </Form.Item>
          )}
        </div>
      </Form>
      <MayTree entries={entries} may={may} onChange={setMay} />
    </Modal>
  )
}
