import { Link } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useRuntime } from '../runtime'
import { AuthCard } from './AuthCard'
import { TextField } from './TextField'

interface Registration {
  account: string
  trueName: string
  mobile?: string
  password: string
}

/** Asks for an account; whether one is made, the server decides and says. */
export function RegisterPage() {
  const { t } = useTranslation()
  const { client, session } = useRuntime()
  const register = useMutation({
    mutationFn: (registration: Registration) => {
      const body = { userType: session.userType, ...registration }
      return client.post('/api/auth/register', body, { open: true })
    },
  })
  return (
    <AuthCard
      title={t('login.register')}
      failure={register.error?.message}
      done={register.isSuccess ? t('login.registered') : undefined}
    >
      <Form<Registration> layout="vertical" requiredMark={false} onFinish={register.mutate}>
        <TextField
          name="account"
          label="login.account"
          missing="login.account_missing"
          autoComplete="username"
          autoFocus
        />
        <TextField
          name="trueName"
          label="login.name"
          missing="login.name_missing"
          autoComplete="name"
        />
        <TextField name="mobile" label="login.mobile" autoComplete="tel" />
        <TextField
          name="password"
          label="login.password"
          missing="login.password_missing"
          autoComplete="new-password"
          secret
        />
        <Button type="primary" htmlType="submit" size="large" block loading={register.isPending}>
          {t('login.register')}
        </Button>
      </Form>
      <p className="login-ways">
        <Link to="/login">{t('login.submit')}</Link>
      </p>
    </AuthCard>
  )
}
