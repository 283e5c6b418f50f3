import type { Place } from '../shell/menus'

/**
 * The address of what a notice is about: `<kind>:<key>` is the menu entry of that screen, what
 * follows a slash a record of it. Undefined where the person has no such entry.
 */
export function addressOf(
  link: string | undefined,
  places: Map<string, Place>,
): string | undefined {
  if (link === undefined) return undefined
  const [screen, record] = link.split('/')
  const place = [...places.values()].find(({ node }) => node.meta.screen === screen)
  if (place === undefined || record === undefined) return place?.path
  return `${place.path}/${record}`
}
