import type { RecordParts, ScreenMeta } from '../data/screen'
import type { Destination, Place } from './menus'

/** Under this name a designer's address carries the page that it was opened from. */
export const fromParam = 'from'

/** The screens of designers by the kind of what they change; a print is changed from its paper. */
const designers: Partial<Record<string, string>> = {
  list: 'ui_designer',
  form: 'ui_designer',
  tool: 'ui_designer',
  station: 'ui_designer',
  report: 'ui_designer',
  board: 'ui_designer',
  home: 'home_designer',
}

/**
 * The address at which a screen in view is changed; undefined where no designer does, or none is
 * granted. `home` is the key of the person's home page.
 */
export function designerOf(
  places: Map<string, Place>,
  destination: Destination,
  screen: ScreenMeta | undefined,
  home: string | undefined,
): string | undefined {
  const { place, record } = destination
  const shown = screen && objectOf(screen, record !== undefined, home)
  const designer = shown && designers[shown.kind]
  if (designer === undefined) return undefined
  const found = [...places.values()].find(({ node }) => node.meta.screen === `custom:${designer}`)
  const path = record === undefined ? place.path : `${place.path}/${record}`
  const asked = new URLSearchParams({ ...shown, [fromParam]: path })
  return found && `${found.path}?${asked.toString()}`
}

/** The object of metadata that is drawn: of a list with its records, one of both. */
function objectOf(screen: ScreenMeta, record: boolean, home: string | undefined) {
  const { list, form } = screen as RecordParts & { list?: { key: string } }
  if (record && form?.key !== undefined) return { kind: 'form', key: form.key }
  if (screen.kind !== 'tool' && list !== undefined) return { kind: 'list', key: list.key }
  const { kind, key } = screen
  return { kind, key: kind === 'home' ? (home ?? '') : key }
}
