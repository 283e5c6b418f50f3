import { useTranslation } from 'react-i18next'
import { DoorForm } from './DoorForm'
import { TextField } from './TextField'
import type { Login } from './useLogin'
import type { Credentials } from '../../screens/badge/useSignIn'

/** Account and password. */
export function PasswordForm({ login }: { login: Login }) {
  const { t } = useTranslation()
  return (
    <DoorForm<Extract<Credentials, { account: string }>>
      submit={t('login.submit')}
      pending={login.isPending}
      onSend={(credentials) => {
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
    </DoorForm>
  )
}
