import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFullscreen } from './useFullscreen'

/** Gives the app the whole screen and gives it back. */
export function FullscreenButton() {
  const { t } = useTranslation()
  const { full, toggle } = useFullscreen()
  const label = t(full ? 'shell.exit_fullscreen' : 'shell.fullscreen')
  return (
    <Button
      type="text"
      className="wide-only"
      icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      title={label}
      aria-label={label}
      aria-pressed={full}
      onClick={() => void toggle()}
    />
  )
}
