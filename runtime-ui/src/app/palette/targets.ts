import { isGroup, resolve, type Place } from '../shell/menus'

/** Something that the palette leads to. */
export interface Target {
  path: string
  title: string
  trail: string // where it stands, or what it is
}

/** Every screen of the menus. */
export function screensOf(places: Map<string, Place>): Target[] {
  return [...places.values()]
    .filter(({ node }) => node.hidden !== true && !isGroup(node))
    .map(({ path, node, trail }) => ({ path, title: node.meta.title, trail: trailOf(trail) }))
}

/** What was visited or liked, as far as it is still granted. */
export function rememberedOf(
  places: Map<string, Place>,
  remembered: { path: string; label?: string | undefined }[],
): Target[] {
  return remembered.flatMap(({ path, label }) => {
    const place = resolve(places, path)?.place
    if (place === undefined) return []
    const { title } = place.node.meta
    const own = label ?? title
    return [{ path, title: own, trail: own === title ? trailOf(place.trail) : title }]
  })
}

/** The targets whose words hold all that is typed; those that begin so come first. */
export function matching(targets: Target[], typed: string): Target[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  const first = words[0] ?? ''
  return targets
    .filter(({ title, trail, path }) => {
      const text = fold(`${title} ${trail} ${path}`)
      return words.every((word) => text.includes(word))
    })
    .sort((a, b) => rank(a, first) - rank(b, first))
}

function rank({ title }: Target, word: string): number {
  const at = fold(title).indexOf(word)
  if (at === 0) return 0
  return at > 0 ? 1 : 2
}

/** Lower case, without accents and full-width forms. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function trailOf(nodes: Place['trail']): string {
  return nodes.map(({ meta }) => meta.title).join(' / ')
}
