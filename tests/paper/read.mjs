// Reads the codes on pictures: `node read.mjs FOLDER` writes a line of JSON for each PNG of
// the folder, with all that zxing finds on it.
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const folder = process.argv[2]
const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm) } })
for (const name of readdirSync(folder).filter((one) => one.endsWith('.png'))) {
  const found = await readBarcodes(new Uint8Array(readFileSync(join(folder, name))), {
    tryHarder: true,
    tryRotate: true,
    textMode: 'Plain',
    maxNumberOfSymbols: 200,
  })
  const codes = found.map((one) => ({ text: one.text, symbology: one.symbologyIdentifier }))
  console.log(JSON.stringify({ name, codes }))
}
