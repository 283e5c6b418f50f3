import { Button, Modal } from 'antd'
import dayjs from 'dayjs'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldMeta } from '../../data/screen'
import type { NewKey } from '../../data/upkeep'
import { asText } from '../../format/plain'
import { SchemaForm, type Values } from '../../forms/SchemaForm'

interface NewKeyDialogProps {
  own: boolean // acts as the person himself, who is not asked for
  onClose: () => void
  onCreate: (key: NewKey) => Promise<boolean>
}

/** Asks whom a key acts as, from where, and how long. */
export function NewKeyDialog({ own, onClose, onCreate }: NewKeyDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [values, setValues] = useState<Values>(() => ({
    expires: dayjs().add(1, 'year').format('YYYY-MM-DD'),
  }))
  const [busy, setBusy] = useState(false)
  const fields = useMemo<FieldMeta[]>(
    () => [
      { key: 'name', type: 'text', title: t('apikey.name'), required: true, maxLength: 60 },
      ...(own
        ? []
        : [
            {
              key: 'user',
              type: 'reference' as const,
              to: 'user',
              title: t('apikey.account'),
              required: true,
            },
          ]),
      { key: 'expires', type: 'date', title: t('apikey.expires'), required: true },
      {
        key: 'addresses',
        type: 'text',
        title: t('apikey.addresses'),
        help: t('apikey.addresses_help'),
      },
    ],
    [own, t],
  )
  async function create(given: Values) {
    setBusy(true)
    const done = await onCreate(keyOf(given))
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Modal
      open
      title={t('apikey.new')}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="primary" htmlType="submit" form={id} loading={busy}>
            {t('apikey.create')}
          </Button>
        </>
      }
    >
      <SchemaForm
        id={id}
        fields={fields}
        values={values}
        onChange={setValues}
        onSubmit={(given) => void create(given)}
      />
    </Modal>
  )
}

/** The day of the expiry counts as a whole. */
export function keyOf(values: Values): NewKey {
  return {
    ...(values['user'] === undefined ? {} : { user_id: Number(values['user']) }),
    name: asText(values['name']),
    addresses: asText(values['addresses'])
      .split(/[\s,;，；]+/)
      .filter(Boolean),
    expires_at: dayjs(asText(values['expires'])).endOf('day').toISOString(),
  }
}
