import { FontSizeOutlined } from '@ant-design/icons'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { setPreference, sizes, usePreferences } from '../../preferences'
import { useNotify } from '../../useNotify'

/** Size of type and rows; the page in view is made anew in it. */
export function SizeSelect() {
  const { t } = useTranslation()
  const notify = useNotify()
  const navigate = useNavigate()
  const size = usePreferences((preferences) => preferences.size)
  const address = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })

  function choose(key: string) {
    const next = sizes.find((one) => one === key)
    if (next === undefined || next === size) return
    setPreference('size', next)
    void navigate({ href: `/redirect${address}`, replace: true })
    notify.success('msg.size_switched')
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [size],
        items: sizes.map((one) => ({ key: one, label: t(`shell.size.${one}`) })),
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
