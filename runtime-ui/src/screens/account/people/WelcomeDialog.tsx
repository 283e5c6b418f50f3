import { Alert, Button, Modal, Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Welcomed } from '../../../data/upkeep'

/** How the person of an account gets in: by a letter, or by a code that is shown this once. */
export function WelcomeDialog({ welcomed, onClose }: { welcomed: Welcomed; onClose: () => void }) {
  const { t } = useTranslation()
  const { account, code } = welcomed
  return (
    <Modal
      open
      title={t('people.made', { account })}
      mask={{ closable: false }}
      closable={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('apikey.kept')}
        </Button>
      }
    >
      {code === null ? (
        <Alert type="success" showIcon title={t('people.mailed')} />
      ) : (
        <>
          <Alert type="warning" showIcon title={t('people.hand_over')} />
          <p>
            <Typography.Text className="mono" copyable>
              {code}
            </Typography.Text>
          </p>
        </>
      )}
    </Modal>
  )
}
