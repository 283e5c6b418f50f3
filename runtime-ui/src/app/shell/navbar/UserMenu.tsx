import { UserOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useRuntime } from '../../../page/runtime'
import { useLogout } from '../useLogout'
import { ClickMenu } from '../../../look/ClickMenu'
import type { Look } from './looks'

/** Who is signed in, with which version, and the way out; on a phone, the looks too. */
export function UserMenu({ looks }: { looks: Look[] }) {
  const { t } = useTranslation()
  const { session } = useRuntime()
  const navigate = useNavigate()
  const logout = useLogout()
  const user = session.user()
  const name = user?.userTrueName ?? ''
  const version = user?.VersionName ?? ''
  return (
    <ClickMenu
      menu={{
        triggerSubMenuAction: 'click', // a finger does not hover
        items: [
          { key: 'who', label: `${name} (${version})`, disabled: true, className: 'small-only' },
          { key: 'home', label: t('shell.dashboard') },
          { key: 'account', label: t('account.title') },
          ...looks.map(submenuOf),
          { key: 'logout', label: t('shell.logout') },
        ],
        selectedKeys: looks.map((look) => `${look.key}.${look.chosen}`),
        onClick: ({ key }) => {
          const look = looks.find((one) => key.startsWith(`${one.key}.`))
          if (look !== undefined) look.choose(key.slice(look.key.length + 1))
          else
            void (key === 'logout' ? logout() : navigate({ href: key === 'account' ? '/me' : '/' }))
        },
      }}
    >
      <Button type="text" icon={<UserOutlined />} aria-label={t('shell.user_menu', { name })}>
        <span className="user-name">
          {name} {version !== '' && <span className="quiet">({version})</span>}
        </span>
      </Button>
    </ClickMenu>
  )
}

function submenuOf({ key, title, Icon, options }: Look) {
  return {
    key,
    label: title,
    icon: <Icon />,
    className: 'small-only',
    children: options.map((option) => ({ ...option, key: `${key}.${option.key}` })),
  }
}
