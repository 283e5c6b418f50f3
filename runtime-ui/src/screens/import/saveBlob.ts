const patience = 10_000 // ms until the browser surely has begun to save

/** Has the browser save what was read. */
export function saveBlob(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => {
    URL.revokeObjectURL(link.href)
  }, patience)
}
