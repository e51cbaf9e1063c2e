import { open, rm, stat } from 'node:fs/promises'
import { putWhole, writeZeros } from './durable.ts'
import { run } from './programs.ts'

/** Bytes that are read at once, and those of which only zeros are left out. */
const PIECE = 4 << 20
const HOLE = 64 << 10

/**
 * Copies an image as a whole, with holes in place of its zeros; Node's own copyFile fills them. On
 * return it is on the disk.
 */
export const copySparse = (from: string, to: string): Promise<void> =>
  putWhole(to, async (aside) => {
    if (process.platform === 'linux' && (await copiedByCp(from, aside))) return
    await rm(aside, { force: true })
    await copyByReading(from, aside)
  })

/** GNU cp asks the file system where the holes are, instead of reading zeros. */
async function copiedByCp(from: string, to: string): Promise<boolean> {
  const { code } = await run('cp', ['--sparse=always', '--reflink=auto', '-p', '--', from, to])
  return code === 0
}

/** The same on any system. */
export async function copyByReading(from: string, to: string): Promise<void> {
  const { size, mode } = await stat(from)
  await writeZeros(to, size, mode)
  const source = await open(from, 'r')
  const target = await open(to, 'r+')
  const room = Buffer.allocUnsafe(PIECE)
  const zeros = Buffer.alloc(HOLE)
  try {
    for (let at = 0; at < size;) {
      const { bytesRead } = await source.read(room, 0, room.length, at)
      if (bytesRead === 0) throw new Error('The image has become shorter.')
      for (let start = 0; start < bytesRead; start += HOLE) {
        const part = room.subarray(start, Math.min(start + HOLE, bytesRead))
        if (part.equals(zeros.subarray(0, part.length))) continue
        await target.write(part, 0, part.length, at + start)
      }
      at += bytesRead
    }
  } finally {
    await Promise.all([source.close(), target.close()])
  }
}
