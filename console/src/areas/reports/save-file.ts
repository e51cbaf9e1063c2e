/** Gives a file to the browser, which keeps it as it keeps downloads. */
export function saveFile(bytes: Uint8Array, type: string, name: string): void {
  const address = URL.createObjectURL(new Blob([bytes as BlobPart], { type }))
  follow(address, name)
  URL.revokeObjectURL(address)
}

/**
 * Follows an address as a download: the page stays, also when the device answers with a fault.
 * @param name of the file; empty for what the device calls it
 */
export function follow(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
