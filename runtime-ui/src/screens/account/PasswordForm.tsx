import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import { useTask } from './useTask'

interface Passwords {
  old: string
  next: string
  again: string
}

/** A new password for oneself; the other devices have to sign in again. */
export function PasswordForm({ titled = true }: { titled?: boolean }) {
  const { t } = useTranslation()
  const data = useData()
  const [form] = Form.useForm<Passwords>()
  const { run, running } = useTask()
  async function change({ old, next }: Passwords) {
    const done = await run(['account'], () => data.account.changePassword(old, next, newUuid()))
    if (done) form.resetFields()
  }
  const required = { required: true, message: t('account.needed') }
  return (
    <section className="settings-group">
      {titled && <h2>{t('account.password')}</h2>}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(p) => void change(p)}>
        <Form.Item name="old" label={t('account.password_old')} rules={[required]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          name="next"
          label={t('account.password_new')}
          rules={[required, { min: 8, message: t('account.password_short') }]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="again"
          label={t('account.password_again')}
          dependencies={['next']}
          rules={[
            required,
            ({ getFieldValue }) => ({
              validator: (_, value) =>
                value === getFieldValue('next')
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('account.password_differs'))),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={running}>
          {t('account.password_change')}
        </Button>
      </Form>
    </section>
  )
}
