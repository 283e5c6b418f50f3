import { Segmented, Switch } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { setPreference, sizes, themes, usePreferences } from '../../look/preferences'
import { useLanguage } from '../../look/useLanguage'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import { useLanguages } from '../../format/languages'
import { useTask } from './useTask'

/** Language, size, theme and sounds; all but the language belong to this browser. */
export function Looks() {
  const { t } = useTranslation()
  const { size, theme, sounds } = usePreferences()
  const { language, switchTo } = useLanguage()
  const languages = useLanguages()
  const data = useData()
  const { run } = useTask()
  async function speak(next: string) {
    await switchTo(next)
    await run(['account'], () => data.account.save({ language: next }, newUuid()))
  }
  return (
    <section className="settings-group account-looks">
      <h2>{t('account.looks')}</h2>
      <Choice name={t('shell.language')}>
        <Segmented
          aria-label={t('shell.language')}
          value={language}
          options={languages.map(({ key, name }) => ({ value: key, label: name }))}
          onChange={(next) => void speak(next)}
        />
      </Choice>
      <Choice name={t('shell.size')}>
        <Segmented
          aria-label={t('shell.size')}
          value={size}
          options={sizes.map((value) => ({ value, label: t(`shell.size.${value}`) }))}
          onChange={(next) => {
            setPreference('size', next)
          }}
        />
      </Choice>
      <Choice name={t('shell.theme')}>
        <Segmented
          aria-label={t('shell.theme')}
          value={theme}
          options={themes.map((value) => ({ value, label: t(`shell.theme.${value}`) }))}
          onChange={(next) => {
            setPreference('theme', next)
          }}
        />
      </Choice>
      <Choice name={t('account.sounds')}>
        <Switch
          checked={sounds}
          aria-label={t('account.sounds')}
          onChange={(next) => {
            setPreference('sounds', next)
          }}
        />
      </Choice>
    </section>
  )
}

function Choice({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="account-choice">
      <span>{name}</span>
      {children}
    </div>
  )
}
