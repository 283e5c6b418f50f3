import { lazy, memo, type ComponentType, type LazyExoticComponent } from 'react'
import type { ScreenKind, ScreenMeta } from '../data/screen'
import { DropdownContext } from '../fields/words'
import { TablesContext } from './tables'

type Component<K extends ScreenKind> = ComponentType<{
  screen: Extract<ScreenMeta, { kind: K }>
  record: number | 'new' | undefined
}>
type Components = { [K in ScreenKind]: LazyExoticComponent<Component<K>> }

/** One component per kind of screen, each loaded at its first use; a kind without one does not compile. */
const components: Components = {
  list: lazy(async () => ({ default: (await import('./list/ListScreen')).ListScreen })),
  tree: lazy(async () => ({ default: (await import('./tree/TreeScreen')).TreeScreen })),
  form: lazy(async () => ({ default: (await import('./list/ListScreen')).ListScreen })),
  document: lazy(async () => ({ default: (await import('./list/ListScreen')).ListScreen })),
  tool: lazy(async () => ({ default: (await import('./tool/ToolScreen')).ToolScreen })),
  import: lazy(async () => ({ default: (await import('./import/ImportScreen')).ImportScreen })),
  station: lazy(async () => ({ default: (await import('./station/StationScreen')).StationScreen })),
  settings: lazy(async () => ({
    default: (await import('./settings/SettingsScreen')).SettingsScreen,
  })),
  report: lazy(async () => ({ default: (await import('./report/ReportScreen')).ReportScreen })),
  board: lazy(async () => ({ default: (await import('./board/BoardScreen')).BoardScreen })),
  home: lazy(async () => ({ default: (await import('./home/HomeScreen')).HomeScreen })),
  custom: lazy(async () => ({ default: (await import('./custom/CustomScreen')).CustomScreen })),
}

interface ScreenProps {
  screen: ScreenMeta
  record?: number | 'new' | undefined
}

/** Draws a compiled screen; with `record` the page of that record. */
export const Screen = memo(function Screen({ screen, record }: ScreenProps) {
  const Drawn = components[screen.kind] as ComponentType<{
    screen: ScreenMeta
    record: number | 'new' | undefined
  }>
  return (
    <TablesContext value={screen.tables}>
      <DropdownContext value={screen.dropdowns}>
        <Drawn screen={screen} record={record} />
      </DropdownContext>
    </TablesContext>
  )
})
