import type { ConfigProviderProps } from 'antd'
import dayjs from 'dayjs'

type Locale = NonNullable<ConfigProviderProps['locale']>

const words = import.meta.glob<Locale>('../../../node_modules/antd/es/locale/*_*.js', {
  import: 'default',
})
const calendars = import.meta.glob('../../../node_modules/dayjs/locale/*.js')

/** Loads antd's and dayjs' words of any locale that they have; English where they have none. */
export async function loadFurther(locale: string): Promise<Locale> {
  const [made] = await Promise.all([wordsOf(locale), setCalendar(locale)])
  return made
}

/** By language and region, as fr_FR, else by the language alone. */
async function wordsOf(locale: string): Promise<Locale> {
  const [alone = ''] = locale.split('-')
  const names = Object.keys(words)
  const named = (part: string) => names.find((name) => name.includes(`/locale/${part}`))
  const found = named(`${locale.replace('-', '_')}.js`) ?? named(`${alone}_`) ?? named('en_US.js')
  const load = found === undefined ? undefined : words[found]
  if (load === undefined) throw new Error('antd has no English')
  return await load()
}

async function setCalendar(locale: string) {
  const [alone = ''] = locale.split('-')
  for (const name of [locale.toLowerCase(), alone]) {
    const load = calendars[`../../../node_modules/dayjs/locale/${name}.js`]
    if (load !== undefined) {
      await load()
      dayjs.locale(name)
      return
    }
  }
  dayjs.locale('en')
}
