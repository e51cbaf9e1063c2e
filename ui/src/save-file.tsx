/** Saves a content made by the page, like a download. */
export function saveFile(content: Uint8Array | string, type: string, name: string): void {
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type }))
  download(url, name)
  URL.revokeObjectURL(url)
}

/**
 * Opens an address as a download: the page stays, even if the device answers with an error.
 * @param name of the file; empty for the device's name
 */
export function download(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
