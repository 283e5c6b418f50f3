import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** Finds the codes in the picture that a video shows now. */
export type Detect = (video: HTMLVideoElement) => Promise<string[]>

// Separators stay in the text as they are, for the server to read.
const options: ReaderOptions = { tryHarder: true, maxNumberOfSymbols: 1, textMode: 'Plain' }

/** A reader for browsers that have none, with its module from our own server. */
export function zxingDetector(): Detect {
  prepareZXingModule({ overrides: { locateFile: () => wasm } })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video
    if (context === null || width === 0) return []
    Object.assign(canvas, { width, height })
    context.drawImage(video, 0, 0)
    const found = await readBarcodes(context.getImageData(0, 0, width, height), options)
    return found.map(({ text }) => text)
  }
}
