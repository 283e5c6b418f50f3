import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { JsonObject } from '../../../runtime-ui/src/render'
import type { Of } from '../draft/useDraft'

export interface CanvasProps {
  of: Of
  object: JsonObject
  /** The object with what its fields have from elements. */
  whole: JsonObject
  /** Changes when the change set holds something else. */
  hash: string
  chosen: string
  disabled: boolean
  edit: (next: JsonObject, place?: string) => void
  choose: (name: string) => void
}

type Canvas = LazyExoticComponent<ComponentType<CanvasProps>>

const ScreenCanvas = lazy(async () => ({ default: (await import('./ScreenCanvas')).ScreenCanvas }))

/** How an object of each kind is shown while it is edited; others show their outline alone. */
export const canvases: Record<string, Canvas> = {
  list: ScreenCanvas,
  form: ScreenCanvas,
  document: lazy(async () => ({ default: (await import('./DocumentCanvas')).DocumentCanvas })),
  tool: ScreenCanvas,
  report: ScreenCanvas,
  station: ScreenCanvas,
  dropdown: lazy(async () => ({ default: (await import('./DropdownCanvas')).DropdownCanvas })),
  code_rule: lazy(async () => ({ default: (await import('./CodeRuleCanvas')).CodeRuleCanvas })),
  menu: lazy(async () => ({ default: (await import('./MenuCanvas')).MenuCanvas })),
  home: lazy(async () => ({ default: (await import('./HomeCanvas')).HomeCanvas })),
  print: lazy(async () => ({ default: (await import('../print/PrintCanvas')).PrintCanvas })),
  table: lazy(async () => ({ default: (await import('./TableCanvas')).TableCanvas })),
}
