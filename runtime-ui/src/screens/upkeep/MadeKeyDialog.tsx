import { Alert, Button, Modal, Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import type { MadeKey } from '../../data/upkeep'

/** Shows the secret of a new key, this once. */
export function MadeKeyDialog({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const { t } = useTranslation()
  const shown = made.secret ?? ''
  return (
    <Modal
      open
      title={t('apikey.made')}
      mask={{ closable: false }}
      closable={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('apikey.kept')}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={t(shown === '' ? 'apikey.lost' : 'apikey.once')} />
      <dl className="upkeep-secret">
        <dt>{t('apikey.id')}</dt>
        <dd>
          <Typography.Text className="mono" copyable>
            {made.id}
          </Typography.Text>
        </dd>
        {shown !== '' && (
          <>
            <dt>{t('apikey.secret')}</dt>
            <dd>
              <Typography.Text className="mono" copyable>
                {shown}
              </Typography.Text>
            </dd>
          </>
        )}
      </dl>
    </Modal>
  )
}
