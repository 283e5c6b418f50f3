import { MailOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportParams } from '../../../data/report'
import type { ReportScreenMeta } from '../../../data/screen'

const MailDialog = lazy(async () => ({ default: (await import('./MailDialog')).MailDialog }))

/** The way to have a report sent; who may take it along may have it sent. */
export function MailButton({ screen, params }: { screen: ReportScreenMeta; params: ReportParams }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        icon={<MailOutlined />}
        onClick={() => {
          setOpen(true)
        }}
      >
        {t('mailing.button')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <MailDialog
            screen={screen}
            params={params}
            onClose={() => {
              setOpen(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
