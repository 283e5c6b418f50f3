import { CloseOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { watchCamera } from '../../scan/camera'

interface CameraProps {
  onCode: (code: string) => void
  onClose: () => void
}

/** The camera as a scanner; it stays open from step to step. */
export function Camera({ onCode, onClose }: CameraProps) {
  const { t } = useTranslation()
  const videoRef = useRef<HTMLVideoElement>(null)
  const tell = useRef(onCode)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    tell.current = onCode
  })
  useEffect(() => {
    const video = videoRef.current
    if (video === null) return
    const watching = new AbortController()
    watchCamera(
      video,
      (code) => {
        tell.current(code)
      },
      watching.signal,
    ).catch(() => {
      setFailed(true)
    })
    return () => {
      watching.abort()
    }
  }, [])
  return (
    <div className="station-camera">
      {failed && <Alert type="warning" showIcon title={t('floor.camera_failed')} />}
      <video ref={videoRef} muted playsInline hidden={failed} />
      <Button
        icon={<CloseOutlined />}
        aria-label={t('floor.camera_close')}
        title={t('floor.camera_close')}
        onClick={onClose}
      />
    </div>
  )
}
