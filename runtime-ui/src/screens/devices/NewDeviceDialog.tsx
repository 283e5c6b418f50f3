import { Button, Modal, Typography } from 'antd'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeviceCode } from '../../data/devices'
import type { FieldMeta } from '../../data/screen'
import { asText } from '../../format/plain'
import { SchemaForm, type Values } from '../../forms/SchemaForm'
import './devices.css'

interface NewDeviceDialogProps {
  onMake: (name: string) => Promise<DeviceCode | undefined>
  onClose: () => void
}

/** Asks what the device is called and shows the code to be entered on it. */
export function NewDeviceDialog({ onMake, onClose }: NewDeviceDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [values, setValues] = useState<Values>({})
  const [made, setMade] = useState<DeviceCode>()
  const fields = useMemo<FieldMeta[]>(
    () => [{ key: 'name', type: 'text', title: t('devices.name'), required: true, maxLength: 60 }],
    [t],
  )
  return (
    <Modal
      open
      title={t('devices.new')}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('devices.close')}</Button>
          {made === undefined && (
            <Button type="primary" htmlType="submit" form={id}>
              {t('devices.make')}
            </Button>
          )}
        </>
      }
    >
      {made === undefined ? (
        <SchemaForm
          id={id}
          fields={fields}
          values={values}
          onChange={setValues}
          onSubmit={(given) => void onMake(asText(given['name'])).then(setMade)}
        />
      ) : (
        <>
          <p>{t('devices.code_help', { name: made.name })}</p>
          <Typography.Text className="device-code" copyable={{ text: made.code }}>
            {`${made.code.slice(0, 4)} ${made.code.slice(4)}`}
          </Typography.Text>
        </>
      )}
    </Modal>
  )
}
