import { Button, Popconfirm } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Device } from '../../data/account'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import { fieldKits } from '../../fields/kits'
import { useWords } from '../../fields/words'
import { agentName } from './agent'
import { useTask } from './useTask'

const instant = { type: 'instant', title: '' } as const

/** Where the person is signed in, and the way to end that elsewhere. */
export function Devices({ devices }: { devices: Device[] }) {
  const { t } = useTranslation()
  const words = useWords()
  const data = useData()
  const { run, running } = useTask()
  return (
    <section className="settings-group">
      <h2>{t('account.devices')}</h2>
      <ul className="account-devices">
        {devices.map((device) => (
          <li key={device.id}>
            <span className="grow">
              <strong>{agentName(device.agent)}</strong>{' '}
              <span className="mono">{device.address}</span>
              <br />
              <span className="quiet">
                {t('account.used', { at: fieldKits.instant.format(device.used, instant, words) })}
              </span>
            </span>
            {device.here ? (
              <span className="tag phase-done">{t('account.here')}</span>
            ) : (
              <Popconfirm
                title={t('account.end_question')}
                okText={t('account.end')}
                cancelText={t('ui.cancel')}
                onConfirm={() =>
                  run(['account'], () => data.account.endSession(device.id, newUuid()))
                }
              >
                <Button disabled={running}>{t('account.end')}</Button>
              </Popconfirm>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
