import { inDatabase } from './database'
import { CallError } from './envelope'
import type { DataProvider } from './provider'

const memory = { database: 'remembered', store: 'answers' }
/** An answer and the session it was given in; it is no use to another. */
interface Remembered {
  token: string
  answer: unknown
}

/**
 * A provider that remembers the menu and the screens of stations, so that a station can be opened
 * without a network. `token` names the session.
 */
export function remembering(data: DataProvider, token: () => string): DataProvider {
  async function ask<T>(name: string, call: () => Promise<T>, isKept: (answer: T) => boolean) {
    try {
      const answer = await call()
      if (isKept(answer)) await keep(token(), name, answer)
      return answer
    } catch (error) {
      const lost = error instanceof CallError && error.status === 0
      const known = lost ? await recall(token(), name) : undefined
      if (known === undefined) throw error
      return known as T
    }
  }
  return {
    ...data,
    app: (signal) =>
      ask(
        'app',
        () => data.app(signal),
        () => true,
      ),
    screen: (ref, signal) =>
      ask(
        JSON.stringify(ref),
        () => data.screen(ref, signal),
        ({ kind }) => kind === 'station',
      ),
  }
}

async function recall(token: string, name: string): Promise<unknown> {
  const known = await inDatabase<Remembered | undefined>(memory, 'readonly', (s) => s.get(name))
  return known?.token === token ? known.answer : undefined
}

async function keep(token: string, name: string, answer: unknown): Promise<void> {
  await inDatabase(memory, 'readwrite', (s) => s.put({ token, answer }, name))
}
