/** What a drop zone takes, by the same rules as the browser's file dialog. */

export interface Accepted {
  /** File name extensions and media types, as in the attribute `accept`; undefined for any file. */
  accept?: string | undefined
  multiple: boolean
  /** Size of the largest file in bytes; undefined if only the device knows. */
  largest?: number | undefined
}

/** Why dropped files are refused. */
export type Refusal =
  | { why: 'several' }
  | { why: 'folder'; name: string }
  | { why: 'wrongKind'; name: string }
  | { why: 'tooLarge'; name: string; size: number }

const tokensOf = (accept: string): string[] =>
  accept
    .toLowerCase()
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '')

/** The extensions in `accept`, for people. */
export const extensionsIn = (accept: string): string[] =>
  tokensOf(accept).filter((token) => token.startsWith('.'))

export function isAccepted({ name, type }: Pick<File, 'name' | 'type'>, accept = ''): boolean {
  const tokens = tokensOf(accept)
  if (tokens.length === 0) return true
  return tokens.some((token) => {
    if (token.startsWith('.')) return name.toLowerCase().endsWith(token)
    return token.endsWith('/*') ? type.startsWith(token.slice(0, -1)) : type === token
  })
}

/** @param folders the names of those that are folders, which browsers hand over as files */
export function refusalOf(
  files: readonly Pick<File, 'name' | 'type' | 'size'>[],
  folders: ReadonlySet<string>,
  { accept, multiple, largest }: Accepted,
): Refusal | undefined {
  if (!multiple && files.length > 1) return { why: 'several' }
  for (const file of files) {
    const { name, size } = file
    if (folders.has(name)) return { why: 'folder', name }
    if (!isAccepted(file, accept)) return { why: 'wrongKind', name }
    if (largest !== undefined && size > largest) return { why: 'tooLarge', name, size }
  }
  return undefined
}

/** The names of dropped folders. */
export function foldersIn({ items }: DataTransfer): Set<string> {
  const names = new Set<string>()
  for (const item of Array.from(items)) {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    if (entry?.isDirectory) names.add(entry.name)
  }
  return names
}
