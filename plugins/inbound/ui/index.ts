import type { PluginUi } from '../../../runtime-ui/src/render'

export const screens: PluginUi['screens'] = {
  print_barcode: async () => (await import('./PrintBarcodes')).PrintBarcodes,
}
