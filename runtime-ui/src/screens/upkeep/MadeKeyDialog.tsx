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
      title={t('keys.made')}
      mask={{ closable: false }}
      closable={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('keys.kept')}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={t(shown === '' ? 'keys.lost' : 'keys.once')} />
      <dl className="upkeep-secret">
        <dt>{t('keys.id')}</dt>
        <dd>
          <Typography.Text className="mono" copyable>
            {made.id}
          </Typography.Text>
        </dd>
        {shown !== '' && (
          <>
            <dt>{t('keys.secret')}</dt>
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
