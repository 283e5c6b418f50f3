const storageName = 'guid'

/** Random bytes as lower-case hex digits; works without a secure context too. */
export function randomHex(bytes: number): string {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)))
}

/** Lower-case hex digits of bytes. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A random uuid (version 4). `crypto.randomUUID` is absent on plain HTTP, so it is made by hand. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** This device's uuid, made at the first call and kept in local storage. */
export function deviceGuid(): string {
  const known = localStorage.getItem(storageName)
  if (known !== null) return known
  const made = newUuid()
  localStorage.setItem(storageName, made)
  return made
}
