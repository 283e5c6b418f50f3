import { Button, Form, Input, type InputRef } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Login } from './useLogin'

interface Shown {
  badge: string
  pin: string
}

/** A badge, then its PIN; the Enter of the scanner goes on to the PIN. */
export function BadgeForm({ login }: { login: Login }) {
  const { t } = useTranslation()
  const [form] = Form.useForm<Shown>()
  const badge = useRef<InputRef>(null)
  const pin = useRef<InputRef>(null)
  return (
    <Form<Shown>
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={(shown) => {
        login.mutate(shown, {
          onError: () => {
            form.setFieldsValue({ badge: '', pin: '' })
            badge.current?.focus()
          },
        })
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
          autoFocus
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
        rules={[{ required: true, message: t('badge.pin_missing') }]}
      >
        <Input.Password
          ref={pin}
          size="large"
          autoComplete="off"
          inputMode="numeric"
          maxLength={8}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block loading={login.isPending}>
        {t('login.submit')}
      </Button>
    </Form>
  )
}
