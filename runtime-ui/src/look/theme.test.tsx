import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { themes } from './preferences'
import { antdTheme } from './antdTheme'
import { cssVariables } from './theme'

/** Relative luminance of `#rrggbb`, as WCAG defines it. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const pairs: [string, string][] = [
  ['text', 'page'],
  ['text', 'side'],
  ['quiet', 'page'],
  ['quiet', 'side'],
  ['accent', 'side'],
  ['accent', 'accent-ground'],
  ['phase-draft', 'phase-draft-ground'],
  ['phase-work', 'phase-work-ground'],
  ['phase-done', 'phase-done-ground'],
  ['phase-stopped', 'phase-stopped-ground'],
  ['phase-waiting', 'phase-waiting-ground'],
]

describe.each(themes)('%s', (theme) => {
  const colours = cssVariables(theme, 'medium')
  const of = (name: string) => colours[`--${name}`] ?? ''
  const least = theme === 'floor' ? 7 : 4.5

  it.each(pairs)('shows %s on %s with enough contrast', (text, ground) => {
    expect(contrast(of(text), of(ground))).toBeGreaterThanOrEqual(least)
  })

  it('shows the edges of what can be filled or pressed', () => {
    expect(contrast(of('edge'), of('side'))).toBeGreaterThanOrEqual(3)
  })

  it('shows words on the colour of its buttons with enough contrast', () => {
    const words = antdTheme(theme, 'medium').components?.Button?.primaryColor ?? ''
    expect(contrast(words, of('accent'))).toBeGreaterThanOrEqual(4.5)
  })

  it('tells what went well on the ground of what is done', () => {
    expect(antdTheme(theme, 'medium').token?.colorSuccessBg).toBe(of('phase-done-ground'))
  })

  it.each(['medium', 'small', 'mini'] as const)('has no text below 12 px at %s', (size) => {
    const { fontSize = 0, fontSizeSM = 0 } = antdTheme(theme, size).token ?? {}
    expect(Math.min(fontSize, fontSizeSM)).toBeGreaterThanOrEqual(12)
  })
})

/** The pages that the server makes are sent before any theme is chosen, and have its colours. */
describe('pages for strangers', () => {
  const sheet = readFileSync(
    resolve(import.meta.dirname, '../../../engine/public/page.css'),
    'utf8',
  )
  const roots = [...sheet.matchAll(/:root\{([^}]*)\}/g)].map(([, rules = '']) => rules)
  const phases: Record<string, string> = {
    stopped: 'phase-stopped',
    done: 'phase-done',
    'done-ground': 'phase-done-ground',
  }

  it.each([
    [0, 'default'],
    [1, 'dark'],
  ] as const)('have in their part %i the colours of %s', (part, theme) => {
    const ours = cssVariables(theme, 'medium')
    const theirs = [...(roots[part] ?? '').matchAll(/--([a-z-]+):(#[0-9a-f]{6})/g)]
    expect(theirs.length).toBeGreaterThan(10)
    for (const [, name = '', colour] of theirs) {
      expect([name, colour]).toEqual([name, ours[`--${phases[name] ?? name}`]])
    }
  })
})
