import { BgColorsOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { setPreference, themes, usePreferences } from '../../preferences'

/** Light, dark, or the strong contrast of the floor. */
export function ThemeSelect() {
  const { t } = useTranslation()
  const theme = usePreferences((preferences) => preferences.theme)
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [theme],
        items: themes.map((one) => ({ key: one, label: t(`shell.theme.${one}`) })),
        onClick: ({ key }) => {
          const next = themes.find((one) => one === key)
          if (next !== undefined) setPreference('theme', next)
        },
      }}
    >
      <Button
        type="text"
        icon={<BgColorsOutlined />}
        title={t('shell.theme')}
        aria-label={t('shell.theme')}
      />
    </Dropdown>
  )
}
