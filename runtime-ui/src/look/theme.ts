import type { Phase } from '../data/screen'
import type { Size, ThemeName } from './preferences'

/** Colours of one theme beyond antd's own. Text on its ground has at least 4.5 : 1. */
interface Palette {
  accent: string
  onAccent: string // words on a button of that colour
  accentGround: string // behind what is selected
  page: string
  side: string
  text: string
  quiet: string // units, hints
  line: string // hairlines
  edge: string // of what can be filled or pressed; at least 3 : 1
  focus: string
  phases: Record<Phase, { text: string; ground: string }>
}

export const palettes: Record<ThemeName, Palette> = {
  default: {
    accent: '#0f766e',
    onAccent: '#ffffff',
    accentGround: '#e2f1ef',
    page: '#f5f6f6',
    side: '#ffffff',
    text: '#1c2424',
    quiet: '#5b6767',
    line: '#e1e5e5',
    edge: '#849191',
    focus: '#0f766e',
    phases: {
      draft: { text: '#475252', ground: '#eceff0' },
      work: { text: '#1d4ed8', ground: '#e6edfd' },
      done: { text: '#166534', ground: '#e3f3e8' },
      stopped: { text: '#b91c1c', ground: '#fce8e8' },
      waiting: { text: '#92400e', ground: '#fdf1d8' },
    },
  },
  dark: {
    accent: '#2dd4bf',
    onAccent: '#062925',
    accentGround: '#123b37',
    page: '#101414',
    side: '#171c1c',
    text: '#e6ebeb',
    quiet: '#a3b0b0',
    line: '#2c3535',
    edge: '#6b7a7a',
    focus: '#2dd4bf',
    phases: {
      draft: { text: '#c3cdcd', ground: '#2a3232' },
      work: { text: '#93c5fd', ground: '#1b2b45' },
      done: { text: '#86efac', ground: '#16321f' },
      stopped: { text: '#fca5a5', ground: '#421c1c' },
      waiting: { text: '#fcd34d', ground: '#3d2f10' },
    },
  },
  floor: {
    accent: '#0b4f4a',
    onAccent: '#ffffff',
    accentGround: '#d6ecea',
    page: '#ffffff',
    side: '#ffffff',
    text: '#000000',
    quiet: '#333333',
    line: '#767676',
    edge: '#767676',
    focus: '#000000',
    phases: {
      draft: { text: '#1f2929', ground: '#e8ebeb' },
      work: { text: '#10338f', ground: '#dfe8ff' },
      done: { text: '#0b4a22', ground: '#d9f2e1' },
      stopped: { text: '#7f1010', ground: '#ffe0e0' },
      waiting: { text: '#5c2a06', ground: '#ffedc8' },
    },
  },
}

interface Density {
  font: number // px
  row: number // px, a list's row
  control: number // px
}

const densities: Record<Size, Density> = {
  medium: { font: 14, row: 32, control: 32 },
  small: { font: 13, row: 28, control: 28 },
  mini: { font: 12, row: 24, control: 24 },
}

export const fonts = {
  text: 'system-ui, -apple-system, "Segoe UI", "Noto Sans SC", "Noto Sans CJK SC", sans-serif',
  code: 'ui-monospace, "Cascadia Mono", "SF Mono", Menlo, "DejaVu Sans Mono", monospace',
}

/** The tokens for our own style sheets, as custom properties. */
export function cssVariables(name: ThemeName, size: Size): Record<string, string> {
  const palette = palettes[name]
  const density = densityOf(name, size)
  const variables: Record<string, string> = {
    '--accent': palette.accent,
    '--on-accent': palette.onAccent,
    '--accent-ground': palette.accentGround,
    '--page': palette.page,
    '--side': palette.side,
    '--text': palette.text,
    '--quiet': palette.quiet,
    '--line': palette.line,
    '--edge': palette.edge,
    '--focus': palette.focus,
    '--font': fonts.text,
    '--font-code': fonts.code,
    '--font-size': `${density.font}px`,
    '--row': `${density.row}px`,
    '--control': `${density.control}px`,
  }
  for (const [phase, { text, ground }] of Object.entries(palette.phases)) {
    variables[`--phase-${phase}`] = text
    variables[`--phase-${phase}-ground`] = ground
  }
  return variables
}

/** The floor theme is read at arm's length, so its type is one step bigger. */
export function densityOf(name: ThemeName, size: Size): Density {
  const { font, row, control } = densities[size]
  return name === 'floor' ? { font: font + 2, row: row + 8, control: control + 8 } : densities[size]
}
