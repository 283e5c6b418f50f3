import type { Place } from '../../page/menus'

/**
 * The address of what a notice is about: `<kind>:<key>` is the menu entry of that screen, what
 * follows a slash a record of it, what follows ?q= what is searched for in it. Undefined where the
 * person has no such entry.
 */
export function addressOf(
  link: string | undefined,
  places: Map<string, Place>,
): string | undefined {
  if (link === undefined) return undefined
  const [page = '', search] = link.split('?q=')
  const [screen, record] = page.split('/')
  const place = [...places.values()].find(({ node }) => node.meta.screen === screen)
  if (place === undefined) return undefined
  if (search !== undefined) return `${place.path}?${new URLSearchParams({ q: search }).toString()}`
  if (record === undefined) return place.path
  return `${place.path}/${record}`
}
