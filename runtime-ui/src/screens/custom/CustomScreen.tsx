import { useQuery } from '@tanstack/react-query'
import { Result, Skeleton } from 'antd'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomScreenMeta } from '../../data/screen'

/** What a plugin's `ui/index.ts` exports: its screens by key, each loaded at its first use. */
export interface PluginUi {
  screens: Record<string, () => Promise<ComponentType<{ screen: CustomScreenMeta }>>>
}

const plugins = import.meta.glob<PluginUi>('../../../../plugins/*/ui/index.ts')

/** Designers are loaded by who opens one. */
const designers = import.meta.glob<PluginUi>('../../../../designers/src/index.ts')

/** Screens that are the engine's own and that metadata cannot say. */
const own: PluginUi['screens'] = {
  account: async () => (await import('../account/AccountScreen')).AccountScreen,
  api_keys: async () => (await import('../upkeep/KeysScreen')).KeysScreen,
  bin: async () => (await import('../upkeep/BinScreen')).BinScreen,
  cutover: async () => (await import('../upkeep/CutoverScreen')).CutoverScreen,
  devices: async () => (await import('../devices/DevicesScreen')).DevicesScreen,
  log: async () => (await import('../upkeep/log/LogScreen')).LogScreen,
  notices: async () => (await import('../notices/NoticesScreen')).NoticesScreen,
  jobs: async () => (await import('../upkeep/JobsScreen')).JobsScreen,
  own_keys: async () => (await import('../upkeep/KeysScreen')).OwnKeysScreen,
  password: async () => (await import('../account/PasswordScreen')).PasswordScreen,
  people: async () => (await import('../account/people/PeopleScreen')).PeopleScreen,
  releases: async () => (await import('../upkeep/ReleasesScreen')).ReleasesScreen,
  schedule: async () => (await import('../upkeep/schedule/ScheduleScreen')).ScheduleScreen,
  role_authorisation: async () => (await import('../rights/RightsScreen')).RightsScreen,
}

/** A screen that a plugin draws. */
export function CustomScreen({ screen }: { screen: CustomScreenMeta }) {
  const { t } = useTranslation()
  const drawn = useQuery({
    queryKey: ['plugin screen', screen.key],
    queryFn: () => findScreen(screen.key),
    staleTime: Infinity,
  })
  if (drawn.isPending) return <Skeleton active className="padded" />
  if (drawn.data == null) {
    return <Result status="info" title={screen.title} subTitle={t('page.not_available')} />
  }
  const { Drawn } = drawn.data
  return <Drawn screen={screen} />
}

async function findScreen(key: string) {
  const others = Object.values({ ...plugins, ...designers })
  const load = own[key] ?? (await screensOf(others))[key]
  return load === undefined ? null : { Drawn: await load() }
}

async function screensOf(others: (() => Promise<PluginUi>)[]): Promise<PluginUi['screens']> {
  const modules = await Promise.all(others.map((load) => load()))
  return Object.assign({}, ...modules.map(({ screens }) => screens)) as PluginUi['screens']
}
