import { App, Button, Empty, Table } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '../../data/devices'
import type { CustomScreenMeta } from '../../data/screen'
import { Page } from '../upkeep/Page'
import { When } from '../upkeep/When'
import { NewDeviceDialog } from './NewDeviceDialog'
import { useDevices } from './useDevices'

/** The devices on which people sign in by badge. */
export function DevicesScreen({ screen }: { screen: CustomScreenMeta }) {
  const { t } = useTranslation()
  const devices = useDevices()
  const [asking, setAsking] = useState(false)
  const enrol = (
    <Button
      type="primary"
      onClick={() => {
        setAsking(true)
      }}
    >
      {t('devices.new')}
    </Button>
  )
  return (
    <Page title={screen.title} hint={t('devices.hint')} error={devices.error} tools={enrol}>
      <Table<Device>
        size="small"
        rowKey="id"
        loading={devices.loading}
        dataSource={devices.rows}
        pagination={false}
        locale={{
          emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('devices.none')} />,
        }}
        columns={[
          { dataIndex: 'name', title: t('devices.name') },
          { dataIndex: 'enrolledBy', title: t('devices.by') },
          { title: t('devices.at'), render: (_, row) => <When at={row.enrolledAt} /> },
          { title: t('devices.used'), render: (_, row) => <When at={row.usedAt} /> },
          { render: (_, row) => <Revoke device={row} onRevoke={devices.revoke} /> },
        ]}
      />
      {asking && (
        <NewDeviceDialog
          onMake={devices.makeCode}
          onClose={() => {
            setAsking(false)
            void devices.refresh()
          }}
        />
      )}
    </Page>
  )
}

interface RevokeProps {
  device: Device
  onRevoke: (device: Device) => Promise<void>
}

function Revoke({ device, onRevoke }: RevokeProps) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  async function ask() {
    const sure = await modal.confirm({
      title: t('devices.revoke_question', { name: device.name }),
      okText: t('devices.revoke'),
      okButtonProps: { danger: true },
    })
    if (sure) await onRevoke(device)
  }
  return (
    <Button size="small" danger onClick={() => void ask()}>
      {t('devices.revoke')}
    </Button>
  )
}
