import { DisconnectOutlined, SoundOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConnection } from '../../data/connection'
import { useSound } from './useSound'

/** What a person has to know before the task: scans wait for the network, or nothing can be heard. */
export function Warnings({ waiting }: { waiting: number }) {
  const { t } = useTranslation()
  const offline = useConnection(({ lostAt }) => lostAt !== undefined)
  const { heard, prove } = useSound()
  return (
    <>
      {offline && (
        <p className="station-warning" role="status">
          <DisconnectOutlined /> {t('floor.offline', { waiting })}
        </p>
      )}
      {!window.isSecureContext && <p className="station-warning quiet">{t('floor.plain_http')}</p>}
      {!heard && (
        <p className="station-warning" role="status">
          <Button icon={<SoundOutlined />} onClick={prove}>
            {t('floor.sound_on')}
          </Button>
        </p>
      )}
    </>
  )
}
