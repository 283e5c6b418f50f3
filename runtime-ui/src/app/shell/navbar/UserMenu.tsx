import { UserOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { useRuntime } from '../../runtime'
import { useLogout } from '../useLogout'

/** Who is signed in, with which version, and the way out. */
export function UserMenu() {
  const { t } = useTranslation()
  const { session } = useRuntime()
  const navigate = useNavigate()
  const logout = useLogout()
  const user = session.user()
  const name = user?.userTrueName ?? ''
  const version = user?.VersionName ?? ''
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'who', label: `${name} (${version})`, disabled: true, className: 'small-only' },
          { key: 'home', label: t('shell.dashboard') },
          { key: 'account', label: t('account.title') },
          { key: 'logout', label: t('shell.logout') },
        ],
        onClick: ({ key }) => {
          void (key === 'logout' ? logout() : navigate({ href: key === 'account' ? '/me' : '/' }))
        },
      }}
    >
      <Button type="text" icon={<UserOutlined />} aria-label={t('shell.user_menu', { name })}>
        <span className="user-name">
          {name} {version !== '' && <span className="quiet">({version})</span>}
        </span>
      </Button>
    </Dropdown>
  )
}
