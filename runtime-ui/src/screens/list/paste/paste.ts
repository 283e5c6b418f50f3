/** Values that the server takes in one list. */
export const mostValues = 1000

export interface Pasted {
  values: string[]
  left: number // values beyond what one filter takes
}

/** The values of a pasted column or row of a spreadsheet, each once; undefined for a single one. */
export function readPasted(text: string): Pasted | undefined {
  const parts = text.split(/[\r\n\t]+/).map((part) => part.trim())
  const all = [...new Set(parts.filter((part) => part !== ''))]
  if (all.length < 2) return undefined
  return { values: all.slice(0, mostValues), left: Math.max(0, all.length - mostValues) }
}
