import type { ComponentType } from 'react'
import type { CustomScreenMeta } from '../../runtime-ui/src/render'

type Designer = ComponentType<{ screen: CustomScreenMeta }>

/** A designer for some kinds of objects. */
const designer =
  (...kinds: string[]) =>
  async (): Promise<Designer> => {
    const { designerOf } = await import('./workbench/designerOf')
    return designerOf(kinds)
  }

/** The designers' entry; the app loads it lazily, for those who hold the right `dev`. */
export const screens: Record<string, () => Promise<Designer>> = {
  ui_designer: designer(
    'list',
    'form',
    'document',
    'station',
    'report',
    'tool',
    'board',
    'page',
    'setting',
    'test',
  ),
  print_designer: designer('print'),
  home_designer: designer('home'),
  table_info: designer('table', 'element'),
  export_designer: designer('export'),
  icons: async () => (await import('./icons/IconsScreen')).IconsScreen,
  menu_designer: designer('menu'),
  code_rule_designer: designer('code_rule'),
  dropdown_designer: designer('dropdown'),
  dropdown_value_designer: designer('dropdown'),
}
