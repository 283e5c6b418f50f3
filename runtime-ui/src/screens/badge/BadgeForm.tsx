import { Button, Form, Input, type InputRef } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { BadgeProof } from './useSignIn'

interface BadgeFormProps {
  login: {
    mutate: (shown: BadgeProof, told: { onError: () => void }) => void
    isPending: boolean
  }
  known?: string // a badge that was scanned already
  submit?: string // words of the button
}

/** A badge, then its PIN; the Enter of the scanner goes on to the PIN. */
export function BadgeForm({ login, known = '', submit }: BadgeFormProps) {
  const { t } = useTranslation()
  const [form] = Form.useForm<BadgeProof>()
  const badge = useRef<InputRef>(null)
  const pin = useRef<InputRef>(null)
  const beginAnew = () => {
    form.setFieldsValue({ badge: known, pin: '' })
    const field = known === '' ? badge : pin
    field.current?.focus()
  }
  return (
    <Form<BadgeProof>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ badge: known }}
      onFinishFailed={() => {
        // A code that was scanned into the field of the PIN gives way to what comes next.
        pin.current?.select()
      }}
      onFinish={(shown) => {
        login.mutate(shown, { onError: beginAnew })
      }}
    >
      <Form.Item
        name="badge"
        label={t('badge.badge')}
        rules={[{ required: true, message: t('badge.badge_missing') }]}
      >
        <Input
          ref={badge}
          size="large"
          autoFocus={known === ''}
          autoComplete="off"
          inputMode="none"
          onPressEnter={(event) => {
            event.preventDefault()
            pin.current?.focus()
          }}
        />
      </Form.Item>
      <Form.Item
        name="pin"
        label={t('badge.pin')}
        validateTrigger="onSubmit"
        rules={[
          { required: true, message: t('badge.pin_missing') },
          { pattern: /^\d{4,8}$/, message: t('handover.pin_digits') },
        ]}
      >
        <Input.Password
          ref={pin}
          size="large"
          autoComplete="off"
          inputMode="numeric"
          autoFocus={known !== ''}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block loading={login.isPending}>
        {submit ?? t('login.submit')}
      </Button>
    </Form>
  )
}
