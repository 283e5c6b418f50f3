import { EyeOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'

interface LookBarProps {
  /** As whom, or under what, the product is seen. */
  seen: string
  end: string
  busy?: boolean
  onEnd: () => void
}

/** Says that the product is only looked at, and ends it. */
export function LookBar({ seen, end, busy = false, onEnd }: LookBarProps) {
  const { t } = useTranslation()
  return (
    <Alert
      banner
      type="warning"
      icon={<EyeOutlined />}
      title={
        <>
          <strong>{seen}</strong> {t('preview.only_look')}
        </>
      }
      action={
        <Button size="small" loading={busy} onClick={onEnd}>
          {end}
        </Button>
      }
    />
  )
}
