import { UnusableName } from './file-system.ts'

/** Bytes of one name, on ext4 (UTF-8); vfat allows 255 characters. */
const NAME_MAX = 255

const unusable = (name: string) =>
  name === '' ||
  name === '.' ||
  name === '..' ||
  name.includes('\0') ||
  Buffer.byteLength(name) > NAME_MAX

/**
 * The names in the path of a file or folder, from the root on.
 * @throws UnusableName for a path that leads elsewhere or that no file system can have
 */
export function namesIn(path: string): string[] {
  const names = path.split('/')
  if (names.some(unusable)) throw new UnusableName(path)
  return names
}

/** The folders that a file is in, from the outermost on: `a`, `a/b` for `a/b/c`. */
export function foldersOf(path: string): string[] {
  const names = namesIn(path).slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}
