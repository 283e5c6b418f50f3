import { DesktopOutlined, MobileOutlined, TabletOutlined } from '@ant-design/icons'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'

const devices = [
  { key: 'desk', width: undefined, icon: <DesktopOutlined /> },
  { key: 'tablet', width: 768, icon: <TabletOutlined /> },
  { key: 'phone', width: 390, icon: <MobileOutlined /> },
] as const

/** The width of a device in px; none is all the room that there is. */
export type DeviceWidth = (typeof devices)[number]['width']

interface DeviceChoiceProps {
  width: DeviceWidth
  onChange: (width: DeviceWidth) => void
}

/** For which device the screen is drawn. */
export function DeviceChoice({ width, onChange }: DeviceChoiceProps) {
  const { t } = useTranslation()
  return (
    <Segmented
      aria-label={t('designer.device')}
      value={devices.find((one) => one.width === width)?.key ?? 'desk'}
      options={devices.map(({ key, icon }) => ({
        value: key,
        icon,
        title: t(`designer.device.${key}`),
      }))}
      onChange={(key) => {
        onChange(devices.find((one) => one.key === key)?.width)
      }}
    />
  )
}
