/** Hands a file to the browser, which saves it like a download. */
export function saveFile(bytes: Uint8Array, type: string, name: string): void {
  const address = URL.createObjectURL(new Blob([bytes as BlobPart], { type }))
  follow(address, name)
  URL.revokeObjectURL(address)
}

/**
 * Opens an address as a download: the page stays, even if the device answers with an error.
 * @param name of the file; empty for the device's name
 */
export function follow(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
