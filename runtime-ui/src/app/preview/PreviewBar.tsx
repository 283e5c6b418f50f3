import { EyeOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Preview } from '../../data/previews'
import { usePreview } from './usePreview'

/** Says as which role the product is seen, and ends it. */
export function PreviewBar({ preview }: { preview: Preview }) {
  const { t } = useTranslation()
  const { end, busy } = usePreview()
  const { name, owner } = preview
  return (
    <Alert
      banner
      type="warning"
      icon={<EyeOutlined />}
      title={
        <>
          <strong>
            {t(owner === undefined ? 'preview.as' : 'preview.as_owner', { role: name, owner })}
          </strong>{' '}
          {t('preview.only_look')}
        </>
      }
      action={
        <Button size="small" loading={busy} onClick={() => void end()}>
          {t('preview.end')}
        </Button>
      }
    />
  )
}
