import { useMutation } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { deviceSecret } from '../../data/devices'
import { useRuntime } from '../runtime'
import { AuthCard } from './AuthCard'
import { TextField } from './TextField'

interface EnrolFormProps {
  onBack: () => void
  onDone: () => void
}

/** Enrols this browser by the code that an administrator made. */
export function EnrolForm({ onBack, onDone }: EnrolFormProps) {
  const { t } = useTranslation()
  const { client } = useRuntime()
  const enrol = useMutation({
    mutationFn: async ({ code }: { code: string }) => {
      const body = { code: code.replace(/\s/g, '') }
      const { secret } = await client.post<{ secret: string }>('/api/device/enrol', body, {
        open: true,
      })
      deviceSecret.write(secret)
      onDone()
    },
  })
  return (
    <AuthCard title={t('badge.enrol')} note={t('badge.enrol_help')} failure={enrol.error?.message}>
      <Form<{ code: string }>
        layout="vertical"
        requiredMark={false}
        onFinish={(values) => {
          enrol.mutate(values)
        }}
      >
        <TextField
          name="code"
          label="badge.code"
          missing="badge.code_missing"
          autoComplete="one-time-code"
          autoFocus
        />
        <Button type="primary" htmlType="submit" size="large" block loading={enrol.isPending}>
          {t('badge.enrol')}
        </Button>
      </Form>
      <p className="login-ways">
        <Button type="link" onClick={onBack}>
          {t('badge.by_password')}
        </Button>
      </p>
    </AuthCard>
  )
}
