import { Link } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRuntime } from '../runtime'
import { AuthCard } from './AuthCard'
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
          <Button
            type="link"
            onClick={() => {
              setStep('set')
            }}
          >
            {t('login.have_code')}
          </Button>
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
    <Form<{ account: string }> layout="vertical" requiredMark={false} onFinish={onSend}>
      <TextField
        name="account"
        label="login.account"
        missing="login.account_missing"
        autoComplete="username"
        autoFocus
      />
      <Button type="primary" htmlType="submit" size="large" block loading={pending}>
        {t('login.ask_code')}
      </Button>
    </Form>
  )
}

function SetForm({ pending, onSend }: StepProps<NewPassword>) {
  const { t } = useTranslation()
  return (
    <Form<NewPassword> layout="vertical" requiredMark={false} onFinish={onSend}>
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
      <Button type="primary" htmlType="submit" size="large" block loading={pending}>
        {t('login.set_password')}
      </Button>
    </Form>
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
