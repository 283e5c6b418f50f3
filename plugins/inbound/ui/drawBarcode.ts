import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import wasm from 'zxing-wasm/writer/zxing_writer.wasm?url'

/** What a Code 128 can say: printable ASCII. */
const plain = /^[ -~]+$/

/** A Code 128, else a QR code, as the address of an SVG picture, sharp on any printer. */
export async function drawBarcode(code: string): Promise<string> {
  prepareZXingModule({ overrides: { locateFile: () => wasm } })
  const { svg, error } = await writeBarcode(code, {
    format: plain.test(code) ? 'Code128' : 'QRCode',
    addQuietZones: true,
  })
  if (error !== '') throw new Error(`${code}: ${error}`)
  return `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`
}
