/** A picture as a template holds it. */
export interface Picture {
  base64: string
  width: number // pixels
  height: number
}

export const mostLetters = 400_000 // of base64; the schema takes no more
const mostSide = 1200 // pixels, which is 100 mm at 300 dpi: the engine keeps no more
const kinds = ['image/png', 'image/jpeg']

/**
 * Reads a picture file. One of another kind, or larger than paper needs, is drawn anew: as PNG,
 * or as JPEG where that is still too much. Undefined for what is no picture, or stays too large.
 */
export async function readPicture(file: Blob): Promise<Picture | undefined> {
  const pixels = await createImageBitmap(file).catch(() => undefined)
  if (pixels === undefined) return undefined
  const { width, height } = pixels
  if (kinds.includes(file.type)) {
    const base64 = await base64Of(file)
    if (base64.length <= mostLetters) return { base64, width, height }
  }
  const share = Math.min(1, mostSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * share))
  canvas.height = Math.max(1, Math.round(height * share))
  const pen = canvas.getContext('2d')
  if (pen === null) return undefined
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(pixels, 0, 0, canvas.width, canvas.height)
  for (const kind of kinds) {
    const base64 = canvas.toDataURL(kind, 0.85).split(',')[1] ?? ''
    if (base64.length <= mostLetters) return { base64, width: canvas.width, height: canvas.height }
  }
  return undefined
}

async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** The address under which the page shows a picture of a template. */
export function addressOf(base64: string): string {
  const kind = base64.startsWith('/9j/') ? 'image/jpeg' : 'image/png'
  return `data:${kind};base64,${base64}`
}
