import type { PluginUi } from '../../../runtime-ui/src/render'

export const screens: PluginUi['screens'] = {
  why_short: async () => (await import('./WhyShort')).WhyShort,
}
