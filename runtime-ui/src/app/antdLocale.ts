import type { ConfigProviderProps } from 'antd'
import dayjs from 'dayjs'
import type { Language } from './preferences'

type Locale = NonNullable<ConfigProviderProps['locale']>

const loaders: Record<Language, () => Promise<{ default: Locale }>> = {
  zh: async () => {
    const [locale] = await Promise.all([
      import('antd/es/locale/zh_CN'),
      import('dayjs/locale/zh-cn'),
    ])
    dayjs.locale('zh-cn')
    return locale
  },
  en: async () => {
    const locale = await import('antd/es/locale/en_US')
    dayjs.locale('en')
    return locale
  },
  es: async () => {
    const [locale] = await Promise.all([import('antd/es/locale/es_ES'), import('dayjs/locale/es')])
    dayjs.locale('es')
    return locale
  },
}

/** antd's and dayjs' own words in a language; only that one is loaded. */
export async function loadLocale(language: Language): Promise<Locale> {
  return (await loaders[language]()).default
}
