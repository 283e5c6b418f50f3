import { EyeOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { basePath } from '../site'
import { endTrial } from './trial'

/** Says that the tab shows what is not in force, and ends it. */
export function TrialBar({ change }: { change: number }) {
  const { t } = useTranslation()
  return (
    <Alert
      banner
      type="warning"
      icon={<EyeOutlined />}
      title={
        <>
          <strong>{t('preview.trial', { change })}</strong> {t('preview.only_look')}
        </>
      }
      action={
        <Button
          size="small"
          onClick={() => {
            endTrial(basePath)
          }}
        >
          {t('preview.trial_end')}
        </Button>
      }
    />
  )
}
