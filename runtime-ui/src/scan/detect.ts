import type { Detect } from './zxing'

interface BarcodeDetector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
interface BarcodeDetectorClass {
  new (): BarcodeDetector
  getSupportedFormats: () => Promise<string[]>
}

/** The browser's own reader of bar codes, else one that is loaded now. */
export async function detector(): Promise<Detect> {
  return (await nativeDetector()) ?? (await import('./zxing')).zxingDetector()
}

async function nativeDetector(): Promise<Detect | undefined> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: BarcodeDetectorClass }
  // Some systems have the class, and nothing behind it.
  const formats = (await Native?.getSupportedFormats().catch(() => [])) ?? []
  if (Native === undefined || !formats.includes('code_128')) return undefined
  const reader = new Native()
  return async (video) => (await reader.detect(video)).map(({ rawValue }) => rawValue)
}
