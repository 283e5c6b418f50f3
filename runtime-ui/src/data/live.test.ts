import { expect, it } from 'vitest'
import type { LiveEvent } from './provider'
import { readEvents } from './live'

it('reads events that arrive in pieces', async () => {
  const bytes = new TextEncoder().encode(
    ': hello\n\nevent: data\ndata: {"table":"item"}\n\nevent: release\r\ndata: {"release":2}\r\n\r\n',
  )
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let i = 0; i < bytes.length; i += 7) controller.enqueue(bytes.slice(i, i + 7))
      controller.close()
    },
  })
  const events: LiveEvent[] = []
  await readEvents(stream, (event) => events.push(event))
  expect(events).toEqual([
    { type: 'data', table: 'item' },
    { type: 'release', release: 2 },
  ])
})
