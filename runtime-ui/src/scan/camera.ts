import { detector } from './detect'

const pause = 120 // ms between two pictures
const again = 1_500 // ms after which the same code counts as another scan

/**
 * Shows the camera in a video and tells of the codes before it, until the signal ends it. Rejects
 * when there is no camera, or none that this page may use.
 */
export async function watchCamera(
  video: HTMLVideoElement,
  onCode: (code: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const wanted = { facingMode: 'environment', width: { ideal: 1280 } }
  const [stream, detect] = await Promise.all([
    navigator.mediaDevices.getUserMedia({ video: wanted }),
    detector(),
  ])
  try {
    if (signal.aborted) return
    video.srcObject = stream
    await video.play()
    await readUntil(signal, () => detect(video), onCode)
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}

async function readUntil(
  signal: AbortSignal,
  read: () => Promise<string[]>,
  onCode: (code: string) => void,
) {
  const seen = new Map<string, number>() // when a code was in the picture last
  while (!signal.aborted) {
    for (const code of await read()) {
      const before = seen.get(code) ?? 0
      seen.set(code, Date.now())
      if (Date.now() - before > again) onCode(code)
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
