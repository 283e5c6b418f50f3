import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { CanvasProps } from './props'

type Canvas = LazyExoticComponent<ComponentType<CanvasProps>>

const ScreenCanvas = lazy(async () => ({ default: (await import('./ScreenCanvas')).ScreenCanvas }))

/** How an object of each kind is shown while it is edited; others show their outline alone. */
export const canvases: Record<string, Canvas> = {
  list: ScreenCanvas,
  form: ScreenCanvas,
  document: lazy(async () => ({ default: (await import('./DocumentCanvas')).DocumentCanvas })),
  tool: ScreenCanvas,
  report: ScreenCanvas,
  board: ScreenCanvas,
  setting: ScreenCanvas,
  station: lazy(async () => ({
    default: (await import('../station/StationCanvas')).StationCanvas,
  })),
  dropdown: lazy(async () => ({ default: (await import('./DropdownCanvas')).DropdownCanvas })),
  code_rule: lazy(async () => ({ default: (await import('./CodeRuleCanvas')).CodeRuleCanvas })),
  menu: lazy(async () => ({ default: (await import('./MenuCanvas')).MenuCanvas })),
  home: lazy(async () => ({ default: (await import('./HomeCanvas')).HomeCanvas })),
  print: lazy(async () => ({ default: (await import('../print/PrintCanvas')).PrintCanvas })),
  export: lazy(async () => ({ default: (await import('./ExportCanvas')).ExportCanvas })),
  test: lazy(async () => ({ default: (await import('../test/TestCanvas')).TestCanvas })),
  table: lazy(async () => ({ default: (await import('./TableCanvas')).TableCanvas })),
}
