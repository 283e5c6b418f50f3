import { Link } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useRuntime } from '../../page/runtime'
import { AuthCard } from './AuthCard'
import { DoorForm } from './DoorForm'
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
      <DoorForm<Registration>
        submit={t('login.register')}
        pending={register.isPending}
        onSend={register.mutate}
      >
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
      </DoorForm>
      <p className="login-ways">
        <Link to="/login">{t('login.submit')}</Link>
      </p>
    </AuthCard>
  )
}
