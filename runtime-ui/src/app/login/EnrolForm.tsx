import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { deviceSecret } from '../../data/devices'
import { useRuntime } from '../../page/runtime'
import { AuthCard } from './AuthCard'
import { DoorForm } from './DoorForm'
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
      <DoorForm<{ code: string }>
        submit={t('badge.enrol')}
        pending={enrol.isPending}
        onSend={(values) => {
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
      </DoorForm>
      <p className="login-ways">
        <button type="button" onClick={onBack}>
          {t('badge.by_password')}
        </button>
      </p>
    </AuthCard>
  )
}
