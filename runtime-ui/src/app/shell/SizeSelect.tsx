import { FontSizeOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { setPreference, sizes, themes, usePreferences } from '../preferences'
import { useNotify } from '../useNotify'
import { useTabs } from './tabs'

/** Size and theme of the screen. */
export function SizeSelect() {
  const { t } = useTranslation()
  const notify = useNotify()
  const { size, theme } = usePreferences()
  const path = useLocation({ select: (location) => location.pathname })
  const refresh = useTabs((tabs) => tabs.refresh)

  function choose(key: string) {
    const nextSize = sizes.find((one) => one === key)
    const nextTheme = themes.find((one) => one === key)
    if (nextTheme !== undefined) setPreference('theme', nextTheme)
    if (nextSize === undefined || nextSize === size) return
    setPreference('size', nextSize)
    refresh(path)
    notify.success('msg.size_switched')
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [size, theme],
        items: [
          {
            type: 'group',
            label: t('shell.size'),
            children: sizes.map((one) => ({ key: one, label: t(`shell.size.${one}`) })),
          },
          {
            type: 'group',
            label: t('shell.theme'),
            children: themes.map((one) => ({ key: one, label: t(`shell.theme.${one}`) })),
          },
        ],
        onClick: ({ key }) => {
          choose(key)
        },
      }}
    >
      <Button
        type="text"
        icon={<FontSizeOutlined />}
        title={t('shell.size')}
        aria-label={t('shell.size')}
      />
    </Dropdown>
  )
}
