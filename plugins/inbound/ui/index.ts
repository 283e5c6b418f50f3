import type { PluginUi } from '../../../runtime-ui/src/screens/custom/CustomScreen'

export const screens: PluginUi['screens'] = {
  print_barcode: async () => (await import('./PrintBarcodes')).PrintBarcodes,
}
