/** A station session that this device is in the middle of. */
export interface OpenSession {
  session: number
  seq: number // of the last input sent
}

const name = (station: string) => `station.${station}`

/** Survives a reload, a crash and an empty battery. */
export const sessionMemory = {
  read(station: string): OpenSession | undefined {
    const text = localStorage.getItem(name(station))
    return text === null ? undefined : (JSON.parse(text) as OpenSession)
  },
  write(station: string, open: OpenSession) {
    localStorage.setItem(name(station), JSON.stringify(open))
  },
  forget(station: string) {
    localStorage.removeItem(name(station))
  },
}
