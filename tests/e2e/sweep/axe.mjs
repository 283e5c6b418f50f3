// What the rules of accessibility find on the page in view.
import { AxeBuilder } from '@axe-core/playwright'

/** Serious and critical faults; `only` names the rules when not all are asked for. */
export async function axeFaults(page, only) {
  const builder = new AxeBuilder({ page }).setLegacyMode(true)
  if (only === undefined)
    builder.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  else builder.withRules(only)
  const { violations } = await builder.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(worded)
}

function worded({ id, nodes }) {
  const [first] = nodes
  const why =
    id === 'color-contrast'
      ? ` (${first.any[0]?.message.match(/contrast of [\d.]+ \(foreground color: #\w+, background color: #\w+/)?.[0]})`
      : ''
  return `${id} x ${nodes.length}: ${nodes
    .slice(0, 3)
    .map(({ target }) => target.join(' '))
    .join(', ')} ${first.html.slice(0, 110)}${why}`
}
