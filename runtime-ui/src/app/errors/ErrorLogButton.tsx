import { BugOutlined } from '@ant-design/icons'
import { Badge, Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorLog } from './errorLog'

const ErrorLogDialog = lazy(async () => ({
  default: (await import('./ErrorLogDialog')).ErrorLogDialog,
}))

/** There only when something went wrong in the browser. */
export function ErrorLogButton() {
  const { t } = useTranslation()
  const some = useErrorLog((state) => state.errors.length > 0)
  const [open, setOpen] = useState(false)
  if (!some && !open) return null
  return (
    <>
      <Badge dot offset={[-4, 4]}>
        <Button
          danger
          type="primary"
          icon={<BugOutlined />}
          title={t('shell.error_log')}
          aria-label={t('shell.error_log')}
          onClick={() => {
            setOpen(true)
          }}
        />
      </Badge>
      {open && (
        <Suspense>
          <ErrorLogDialog
            onClose={() => {
              setOpen(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
