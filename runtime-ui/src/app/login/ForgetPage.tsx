import { Link } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRuntime } from '../../page/runtime'
import { AuthCard } from './AuthCard'
import { DoorForm } from './DoorForm'
import { TextField } from './TextField'

/** The way back to one's account: a code is asked for, an administrator hands it over. */
export function ForgetPage() {
  const { t } = useTranslation()
  const [step, setStep] = useState<'ask' | 'set'>('ask')
  const ask = useAsk(() => {
    setStep('set')
  })
  const reset = useReset()
  const done = reset.isSuccess
    ? t('login.reset_done')
    : ask.isSuccess
      ? t('login.asked')
      : undefined
  return (
    <AuthCard
      title={t('login.forgot')}
      note={t(`login.${step}_help`)}
      failure={(step === 'ask' ? ask : reset).error?.message}
      done={done}
    >
      {step === 'ask' && <AskForm pending={ask.isPending} onSend={ask.mutate} />}
      {step === 'set' && !reset.isSuccess && (
        <SetForm pending={reset.isPending} onSend={reset.mutate} />
      )}
      <p className="login-ways">
        <Link to="/login">{t('login.submit')}</Link>
        {step === 'ask' && (
          <button
            type="button"
            onClick={() => {
              setStep('set')
            }}
          >
            {t('login.have_code')}
          </button>
        )}
      </p>
    </AuthCard>
  )
}

interface StepProps<T> {
  pending: boolean
  onSend: (values: T) => void
}

function AskForm({ pending, onSend }: StepProps<{ account: string }>) {
  const { t } = useTranslation()
  return (
    <DoorForm<{ account: string }> submit={t('login.ask_code')} pending={pending} onSend={onSend}>
      <TextField
        name="account"
        label="login.account"
        missing="login.account_missing"
        autoComplete="username"
        autoFocus
      />
    </DoorForm>
  )
}

function SetForm({ pending, onSend }: StepProps<NewPassword>) {
  const { t } = useTranslation()
  return (
    <DoorForm<NewPassword> submit={t('login.set_password')} pending={pending} onSend={onSend}>
      <TextField
        name="token"
        label="login.code"
        missing="login.code_missing"
        autoComplete="one-time-code"
        autoFocus
      />
      <TextField
        name="password"
        label="login.new_password"
        missing="login.password_missing"
        autoComplete="new-password"
        secret
      />
    </DoorForm>
  )
}

interface NewPassword {
  token: string
  password: string
}

function useAsk(onSuccess: () => void) {
  const { client, session } = useRuntime()
  return useMutation({
    mutationFn: ({ account }: { account: string }) =>
      client.post('/api/auth/forgetPwd', { userType: session.userType, account }, { open: true }),
    onSuccess,
  })
}

function useReset() {
  const { client } = useRuntime()
  return useMutation({
    mutationFn: (password: NewPassword) =>
      client.post('/api/auth/resetPwd', password, { open: true }),
  })
}
