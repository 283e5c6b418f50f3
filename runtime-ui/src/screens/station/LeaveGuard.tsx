import { useBlocker, useRouter } from '@tanstack/react-router'
import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'

/** Asks before the back key leaves a task; other ways out name where they lead. */
export function LeaveGuard() {
  const router = useRouter({ warn: false }) as unknown
  return router === null || router === undefined ? null : <BackGuard />
}

function BackGuard() {
  const { t } = useTranslation()
  const blocker = useBlocker({
    shouldBlockFn: ({ action }) => action === 'BACK',
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <Modal
      open={blocker.status === 'blocked'}
      title={t('floor.leave')}
      closable={false}
      onCancel={() => blocker.reset?.()}
      footer={[
        <Button key="leave" size="large" onClick={blocker.proceed}>
          {t('floor.leave_now')}
        </Button>,
        <Button key="stay" size="large" type="primary" onClick={blocker.reset}>
          {t('floor.stay')}
        </Button>,
      ]}
    >
      {t('floor.leave_help')}
    </Modal>
  )
}
