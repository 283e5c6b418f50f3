import { Link } from '@tanstack/react-router'
import { Button, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { portal } from '../site'
import { AuthCard } from './AuthCard'
import { TextField } from './TextField'
import { useLogin, type Credentials } from './useLogin'

/** The door of this site. */
export function LoginPage() {
  const { t } = useTranslation()
  const login = useLogin()
  return (
    <AuthCard
      title={t(portal ? 'login.portal' : 'login.title')}
      note={portal ? t('login.title') : undefined}
      failure={login.error?.message}
    >
      <Form<Credentials>
        layout="vertical"
        requiredMark={false}
        onFinish={(credentials) => {
          login.mutate(credentials)
        }}
      >
        <TextField
          name="account"
          label="login.account"
          missing="login.account_missing"
          autoComplete="username"
          autoFocus
        />
        <TextField
          name="password"
          label="login.password"
          missing="login.password_missing"
          autoComplete="current-password"
          secret
        />
        <Button type="primary" htmlType="submit" size="large" block loading={login.isPending}>
          {t('login.submit')}
        </Button>
      </Form>
      <p className="login-ways">
        <Link to="/forget-pwd">{t('login.forgot')}</Link>
      </p>
    </AuthCard>
  )
}
