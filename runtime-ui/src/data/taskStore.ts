import { inDatabase } from './database'
import type { OpenTask } from './inputQueue'

const tasks = { database: 'stations', store: 'tasks' }

/**
 * Where a device keeps the tasks it is in the middle of, with what the server has not answered:
 * it survives a reload, a crash and an empty battery. Local storage where there is no database.
 */
export const taskStore = {
  async read(name: string): Promise<OpenTask | undefined> {
    const stored = await inDatabase<OpenTask | undefined>(tasks, 'readonly', (s) => s.get(name))
    if (stored !== undefined) return stored
    const text = localStorage.getItem(storageName(name))
    return text === null ? undefined : (JSON.parse(text) as OpenTask)
  },

  async write(name: string, task: OpenTask): Promise<void> {
    const written = await inDatabase(tasks, 'readwrite', (s) => s.put(task, name))
    if (written === undefined) localStorage.setItem(storageName(name), JSON.stringify(task))
  },

  async forget(name: string): Promise<void> {
    localStorage.removeItem(storageName(name))
    await inDatabase(tasks, 'readwrite', (s) => s.delete(name))
  },
}

function storageName(name: string): string {
  return `station.${name}`
}
