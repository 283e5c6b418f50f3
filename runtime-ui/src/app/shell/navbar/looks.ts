import { BgColorsOutlined, FontSizeOutlined, GlobalOutlined } from '@ant-design/icons'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { setPreference, sizes, themes, usePreferences } from '../../../look/preferences'
import { useLanguageChoice } from '../../../page/useLanguageChoice'
import { useNotify } from '../../../page/useNotify'

/** One of the things by which a person makes the app look as he likes. */
export interface Look {
  key: 'theme' | 'size' | 'language'
  title: string
  Icon: ComponentType
  chosen: string
  options: { key: string; label: string; lang?: string }[]
  choose: (key: string) => void
}

/** Light, dark, or the strong contrast of the floor. */
export function useThemeLook(): Look {
  const { t } = useTranslation()
  return {
    key: 'theme',
    title: t('shell.theme'),
    Icon: BgColorsOutlined,
    chosen: usePreferences((preferences) => preferences.theme),
    options: themes.map((key) => ({ key, label: t(`shell.theme.${key}`) })),
    choose(key) {
      const next = themes.find((one) => one === key)
      if (next !== undefined) setPreference('theme', next)
    },
  }
}

/** Size of type and rows; the page in view is made anew in it. */
export function useSizeLook(): Look {
  const { t } = useTranslation()
  const notify = useNotify()
  const navigate = useNavigate()
  const chosen = usePreferences((preferences) => preferences.size)
  const address = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  return {
    key: 'size',
    title: t('shell.size'),
    Icon: FontSizeOutlined,
    chosen,
    options: sizes.map((key) => ({ key, label: t(`shell.size.${key}`) })),
    choose(key) {
      const next = sizes.find((one) => one === key)
      if (next === undefined || next === chosen) return
      setPreference('size', next)
      void navigate({ href: `/redirect${address}`, replace: true })
      notify.success('msg.size_switched')
    },
  }
}

/** The languages of the product. */
export function useLanguageLook(): Look {
  const { t } = useTranslation()
  const { chosen, languages, choose } = useLanguageChoice()
  return {
    key: 'language',
    title: t('shell.language'),
    Icon: GlobalOutlined,
    chosen,
    options: languages.map(({ key, name }) => ({ key, label: name, lang: key })),
    choose,
  }
}
