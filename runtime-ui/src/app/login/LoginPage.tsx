import { Alert, Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Html } from '../Html'
import { LanguageSelect } from '../shell/LanguageSelect'
import { portal } from '../site'
import { useRuntime } from '../runtime'
import { useLogin, type Credentials } from './useLogin'
import './login.css'

/** The door of this site. */
export function LoginPage() {
  const { t, i18n } = useTranslation()
  const { info } = useRuntime()
  const login = useLogin()
  const failure = login.error?.message

  return (
    <main className="login">
      <div className="login-language">
        <LanguageSelect />
      </div>
      <section className="login-card">
        <p className="quiet">{info?.sysName}</p>
        <h1>{t(portal ? 'login.portal' : 'login.title')}</h1>
        {portal && <p className="quiet">{t('login.title')}</p>}
        {failure !== undefined && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={<Html text={i18n.exists(failure) ? t(failure) : failure} />}
          />
        )}
        <Form<Credentials>
          layout="vertical"
          requiredMark={false}
          onFinish={(credentials) => {
            login.mutate(credentials)
          }}
        >
          <Form.Item
            name="account"
            label={t('login.account')}
            rules={[{ required: true, message: t('login.account_missing') }]}
          >
            <Input autoFocus autoComplete="username" size="large" />
          </Form.Item>
          <Form.Item
            name="password"
            label={t('login.password')}
            rules={[{ required: true, message: t('login.password_missing') }]}
          >
            <Input.Password autoComplete="current-password" size="large" />
          </Form.Item>
          <Button type="primary" htmlType="submit" size="large" block loading={login.isPending}>
            {t('login.submit')}
          </Button>
        </Form>
      </section>
    </main>
  )
}
