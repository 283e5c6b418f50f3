import { GlobalOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { languages } from '../preferences'
import { useLanguage } from '../useLanguage'
import { useNotify } from '../useNotify'

/** Chinese, English or Spanish; the message comes in the language just chosen. */
export function LanguageSelect() {
  const { t } = useTranslation()
  const notify = useNotify()
  const { language, switchTo } = useLanguage()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [language],
        items: languages.map((one) => ({ key: one, label: t(`shell.lang.${one}`), lang: one })),
        onClick: ({ key }) => {
          const next = languages.find((one) => one === key)
          if (next === undefined || next === language) return
          void switchTo(next).then(() => {
            notify.success('msg.language_switched')
          })
        },
      }}
    >
      <Button
        type="text"
        icon={<GlobalOutlined />}
        title={t('shell.language')}
        aria-label={t('shell.language')}
      >
        <span className="language-name">{t(`shell.lang.${language}`)}</span>
      </Button>
    </Dropdown>
  )
}
