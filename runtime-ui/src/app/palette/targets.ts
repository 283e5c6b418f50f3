import { fold } from '../../format/fold'
import { isGroup, resolve, type Place } from '../../page/menus'

/** Something that the palette leads to, or does. */
export interface Target {
  path: string
  title: string
  trail: string // where it stands, or what it is
  run?: () => void // does something instead of opening the path
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

/** The targets that all typed words begin a word of; those whose title begins so come first. */
export function matching(targets: Target[], typed: string): Target[] {
  const words = wordsOf(typed)
  return targets
    .filter(({ title, trail, path }) => {
      const text = ` ${wordsOf(`${title} ${trail}`).join(' ')}`
      if (typed.startsWith('/')) return path.startsWith(typed)
      return words.every((word) => text.includes(isUnspaced(word) ? word : ` ${word}`))
    })
    .sort((a, b) => rank(a, words[0] ?? '') - rank(b, words[0] ?? ''))
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** True for scripts that set no spaces between words. */
function isUnspaced(word: string): boolean {
  return /\p{Script=Han}/u.test(word)
}

function rank({ title }: Target, word: string): number {
  const at = fold(title).indexOf(word)
  if (at === 0) return 0
  return at > 0 ? 1 : 2
}

function trailOf(nodes: Place['trail']): string {
  return nodes.map(({ meta }) => meta.title).join(' / ')
}
