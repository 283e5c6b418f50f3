const units = ['', 'k', 'M', 'G', 'T', 'P', 'E']

/** A number cut to what a card has room for: 1500000 reads 1.5M; below 1,000 in full. */
export function abbreviated(value: number): string {
  let rest = Math.abs(value)
  if (rest < 1000) return String(value)
  let unit = 0
  while (tenths(rest) >= 1000 && unit < units.length - 1) {
    rest /= 1000
    unit++
  }
  return `${value < 0 ? '-' : ''}${tenths(rest)}${units[unit] ?? ''}`
}

/** Half up, to one digit after the point. */
function tenths(value: number): number {
  return Math.round(value * 10) / 10
}

/** Reads a decimal as a person writes one: no exponent, no plus, no bare point, no minus zero. */
export function isNumber(text: string): boolean {
  return /^\d+(\.\d+)?$/.test(text) || (/^-\d+(\.\d+)?$/.test(text) && Number(text) !== 0)
}

/** Length of a text as labels and forms of other systems count it: ASCII is half, all else whole. */
export function byteLength(text: string): number {
  return Array.from(text).reduce((sum, char) => sum + (char <= '\u007f' ? 0.5 : 1), 0)
}
