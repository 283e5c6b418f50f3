import { inDatabase } from './database'
import type { OpenTask } from './inputQueue'

const tasks = { database: 'stations', store: 'tasks' }

/**
 * Where a device keeps the tasks it is in the middle of, with what the server has not answered:
 * it survives a reload, a crash and an empty battery. Local storage where there is no database.
 * What is read holds every change that was made before.
 */
export const taskStore = {
  async read(name: string): Promise<OpenTask | undefined> {
    await made
    const stored = await inDatabase<OpenTask | undefined>(tasks, 'readonly', (s) => s.get(name))
    if (stored !== undefined) return stored
    const text = localStorage.getItem(storageName(name))
    return text === null ? undefined : (JSON.parse(text) as OpenTask)
  },

  write(name: string, task: OpenTask): Promise<void> {
    return change(name, task)
  },

  forget(name: string): Promise<void> {
    return change(name, undefined)
  },
}

/** Changes that are not made yet, the newest of each task: scans come faster than a device writes. */
const wanted = new Map<string, OpenTask | undefined>()
let made = Promise.resolve()

/** Makes changes one after another; ends when this one is made, or one after it. */
function change(name: string, task: OpenTask | undefined): Promise<void> {
  wanted.set(name, task)
  const mine = made.then(async () => {
    if (!wanted.has(name)) return
    const newest = wanted.get(name)
    wanted.delete(name)
    await (newest === undefined ? remove(name) : put(name, newest))
  })
  made = mine.catch(() => undefined)
  return mine
}

async function put(name: string, task: OpenTask) {
  const written = await inDatabase(tasks, 'readwrite', (s) => s.put(task, name))
  if (written === undefined) localStorage.setItem(storageName(name), JSON.stringify(task))
}

async function remove(name: string) {
  localStorage.removeItem(storageName(name))
  await inDatabase(tasks, 'readwrite', (s) => s.delete(name))
}

function storageName(name: string): string {
  return `station.${name}`
}
