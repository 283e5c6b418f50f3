/** One store of the browser's database. */
export interface StoreName {
  database: string
  store: string
}

/** Runs one request and waits until it is kept; undefined when there is no database or it refuses. */
export async function inDatabase<T>(
  { database: name, store }: StoreName,
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest,
): Promise<T | undefined> {
  if (!('indexedDB' in globalThis)) return undefined
  try {
    const database = await finished(openRequest(name, store))
    const answer: unknown = await finished(
      request(database.transaction(store, mode).objectStore(store)),
    )
    database.close()
    return answer as T
  } catch {
    return undefined
  }
}

function openRequest(database: string, store: string): IDBOpenDBRequest {
  const request = indexedDB.open(database, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(store)
  }
  return request
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result)
    }
    request.onerror = () => {
      reject(request.error ?? new Error('the database refused a request'))
    }
  })
}
