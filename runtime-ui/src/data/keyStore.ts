import { inDatabase } from './database'
import type { SigningKey } from './signing'

const keys = { database: 'signing', store: 'keys' }

/**
 * Where the session's signing key lives: IndexedDB, because it can hold a key that no script can
 * read; local storage where that is closed (private windows of some browsers).
 */
export const keyStore = {
  async read(userType: string): Promise<SigningKey | undefined> {
    const stored = await inDatabase<SigningKey | undefined>(keys, 'readonly', (s) =>
      s.get(userType),
    )
    return stored ?? localStorage.getItem(storageName(userType)) ?? undefined
  },

  /** `hex` is kept only when the database cannot be used. */
  async write(userType: string, key: SigningKey, hex: string): Promise<void> {
    const written = await inDatabase(keys, 'readwrite', (s) => s.put(key, userType))
    if (written === undefined) localStorage.setItem(storageName(userType), hex)
  },

  async remove(userType: string): Promise<void> {
    localStorage.removeItem(storageName(userType))
    await inDatabase(keys, 'readwrite', (s) => s.delete(userType))
  },
}

function storageName(userType: string): string {
  return `signKey.${userType}`
}
