import type { PluginUi } from '../../../runtime-ui/src/render'

export const screens: PluginUi['screens'] = {
  position_map: async () => (await import('./PositionMap')).PositionMap,
  trace: async () => (await import('./Trace')).Trace,
}
