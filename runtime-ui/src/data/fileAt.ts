import type { Client } from './client'
import { readEnvelope } from './envelope'

/** Reads a file that the server makes; a refusal is an error in words. */
export async function fileAt(client: Client, path: string): Promise<Blob> {
  const response = await client.open(path, new AbortController().signal)
  if (!response.ok || response.headers.get('Content-Type')?.includes('json') === true) {
    throw new Error((await readEnvelope(response)).msg)
  }
  return response.blob()
}
