import type { SigningKey } from './signing'

const databaseName = 'signing'
const storeName = 'keys'

/**
 * Where the session's signing key lives: IndexedDB, because it can hold a key that no script can
 * read; local storage where that is closed (private windows of some browsers).
 */
export const keyStore = {
  async read(userType: string): Promise<SigningKey | undefined> {
    const stored = await inDatabase<SigningKey | undefined>('readonly', (s) => s.get(userType))
    return stored ?? localStorage.getItem(storageName(userType)) ?? undefined
  },

  /** `hex` is kept only when the database cannot be used. */
  async write(userType: string, key: SigningKey, hex: string): Promise<void> {
    const written = await inDatabase('readwrite', (s) => s.put(key, userType))
    if (written === undefined) localStorage.setItem(storageName(userType), hex)
  },

  async remove(userType: string): Promise<void> {
    localStorage.removeItem(storageName(userType))
    await inDatabase('readwrite', (s) => s.delete(userType))
  },
}

function storageName(userType: string): string {
  return `signKey.${userType}`
}

/** Runs one request; undefined when there is no database or it refuses. */
async function inDatabase<T>(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest,
): Promise<T | undefined> {
  if (!('indexedDB' in globalThis)) return undefined
  try {
    const database = await finished(openRequest())
    const answer: unknown = await finished(
      request(database.transaction(storeName, mode).objectStore(storeName)),
    )
    database.close()
    return answer as T
  } catch {
    return undefined
  }
}

function openRequest(): IDBOpenDBRequest {
  const request = indexedDB.open(databaseName, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(storeName)
  }
  return request
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result)
    }
    request.onerror = () => {
      reject(request.error ?? new Error('the key database refused a request'))
    }
  })
}
