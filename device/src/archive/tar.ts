// Our own: the `tar` package packs files from a disk, and we need only this header.
import type { Packed } from './zip.ts'

const BLOCK = 512

/**
 * Packs files into a tar archive (POSIX.1-1988 ustar), readable by their owner only.
 * @param modified UTC milliseconds
 */
export function tar(files: readonly Packed[], modified: number): Uint8Array {
  const blocks = files.flatMap(({ name, bytes }) => [
    headerOf(name, bytes.length, modified),
    bytes,
    Buffer.alloc(-bytes.length & (BLOCK - 1)),
  ])
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)])
}

function headerOf(name: string, size: number, modified: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  if (Buffer.byteLength(name) > 100) throw new TypeError('file name longer than 100 bytes')
  header.write(name)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(Math.floor(modified / 1000), 11), 136)
  // While the checksum is computed, its own field counts as spaces.
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\u000000', 257, 'latin1')
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148)
  return header
}

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
