/** One entry of a folder on a share. */
export interface ShareEntry {
  /** From the root of the share, with slashes. */
  path: string
  folder: boolean
  /** Bytes. */
  size: number
  /** UTC milliseconds, in whole seconds. */
  modified: number
}

/** `  %-30s%7.7s %8.0f  %s`: name, attributes, size and time (UTC) in smbclient's listings. */
const LINE =
  /^ {2}(.+)([ A-Za-z]{7}) ((?=.{8} {2}\w{3} ) *\d+|\d{9,}) {2}\w{3} (\w{3} [ \d]\d [\d:]{8} \d{4})$/u

/**
 * What smbclient's `ls` has printed with `recurse` on, without the folders' own entries.
 * @param start the folder that was listed
 */
export function entriesIn(output: string, start: string): ShareEntry[] {
  let folder = start
  const entries: ShareEntry[] = []
  for (const line of output.split('\n')) {
    if (line.startsWith('\\')) folder = line.slice(1).replaceAll('\\', '/')
    const [, padded = '', attributes = '', size, time] = LINE.exec(line) ?? []
    const name = padded.trimEnd()
    if (name === '' || name === '.' || name === '..') continue
    entries.push({
      path: folder === '' ? name : `${folder}/${name}`,
      folder: attributes.includes('D'),
      size: Number(size),
      modified: Date.parse(`${time} UTC`),
    })
  }
  return entries
}

/** Size and free space in bytes, as smbclient prints them; undefined if it has not. */
export function usageIn(output: string): { total: number; free: number } | undefined {
  const found = /(\d+) blocks of size (\d+)\. (\d+) blocks available/.exec(output)
  if (!found) return undefined
  const [total, size, free] = found.slice(1).map(Number) as [number, number, number]
  return { total: total * size, free: free * size }
}

/** The status of the first failure that smbclient has printed; undefined if nothing has failed. */
export function statusIn(output: string): string | undefined {
  for (const line of output.split('\n')) {
    // Lines of listings begin with two blanks, those of their folders with a backslash.
    if (line.startsWith('  ') || line.startsWith('\\')) continue
    const status = /\bNT_STATUS_\w+/.exec(line)?.[0]
    if (status !== undefined && status !== 'NT_STATUS_OK') return status
  }
  return undefined
}

/**
 * A path for a command of smbclient, in quotes.
 * @returns undefined for a path that no share can have (MS-FSCC §2.1.5)
 */
export function quoted(path: string): string | undefined {
  const names = path.split('/')
  return names.every(isName) ? `"${names.join('\\')}"` : undefined
}

const isName = (name: string): boolean =>
  !['', '.', '..'].includes(name) && !/["*:<>?\\|\p{Cc}]/u.test(name)
