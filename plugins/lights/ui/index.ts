import type { PluginUi } from '../../../runtime-ui/src/render'

export const screens: PluginUi['screens'] = {
  light_simulator: async () => (await import('./LightSimulator')).LightSimulator,
}
