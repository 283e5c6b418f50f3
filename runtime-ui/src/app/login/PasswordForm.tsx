import { Button, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { TextField } from './TextField'
import type { Login } from './useLogin'
import type { Credentials } from './useSignIn'

/** Account and password. */
export function PasswordForm({ login }: { login: Login }) {
  const { t } = useTranslation()
  return (
    <Form<Extract<Credentials, { account: string }>>
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
  )
}
