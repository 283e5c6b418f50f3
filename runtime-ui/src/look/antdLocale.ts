import type { ConfigProviderProps } from 'antd'
import dayjs from 'dayjs'
import { languageOf } from '../format/languages'

type Locale = NonNullable<ConfigProviderProps['locale']>

/** Those of the shipped languages, by their locale. */
const loaders: Record<string, () => Promise<{ default: Locale }>> = {
  'zh-CN': async () => {
    const [locale] = await Promise.all([
      import('antd/es/locale/zh_CN'),
      import('dayjs/locale/zh-cn'),
    ])
    dayjs.locale('zh-cn')
    return locale
  },
  'en-US': async () => {
    const locale = await import('antd/es/locale/en_US')
    dayjs.locale('en')
    return locale
  },
  'es-ES': async () => {
    const [locale] = await Promise.all([import('antd/es/locale/es_ES'), import('dayjs/locale/es')])
    dayjs.locale('es')
    return locale
  },
}

/** antd's and dayjs' own words in a language; only that one is loaded. */
export async function loadLocale(language: string): Promise<Locale> {
  const { locale } = languageOf(language)
  const load = loaders[locale]
  if (load !== undefined) return (await load()).default
  const { loadFurther } = await import('./furtherLocales')
  return await loadFurther(locale)
}
