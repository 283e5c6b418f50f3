import type { Client } from './client'
import type { LiveEvent } from './provider'

const firstPause = 1_000 // ms
const longestPause = 30_000 // ms

/**
 * Reads /api/live until stopped, and begins again after a break. Fetch is used because an
 * EventSource can send no headers.
 */
export function listenLive(client: Client, listener: (event: LiveEvent) => void): () => void {
  const stop = new AbortController()
  void keepListening(client, listener, stop.signal)
  return () => {
    stop.abort()
  }
}

async function keepListening(
  client: Client,
  listener: (event: LiveEvent) => void,
  signal: AbortSignal,
) {
  let pause = firstPause
  while (!signal.aborted) {
    try {
      const response = await client.open('/api/live', signal)
      if (response.ok && response.body !== null) {
        pause = firstPause
        await readEvents(response.body, listener)
      }
    } catch {
      // A break is normal on a floor's Wi-Fi; the loop begins again.
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause = Math.min(pause * 2, longestPause)
  }
}

/** Hands each server-sent event of the stream to the listener. */
export async function readEvents(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  listener: (event: LiveEvent) => void,
): Promise<void> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value.replaceAll('\r\n', '\n')).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const event of blocks.map(parseEvent)) {
      if (event !== undefined) listener(event)
    }
  }
}

function parseEvent(block: string): LiveEvent | undefined {
  const lines = block.split('\n')
  const field = (name: string) =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart())
      .join('\n')
  const [type, data] = [field('event'), field('data')]
  if (type === '' || data === '') return undefined
  return { type, ...(JSON.parse(data) as object) } as LiveEvent
}
