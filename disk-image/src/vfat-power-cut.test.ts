/** What a power cut leaves of FAT, and what is mended of it without losing anything. */
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingPrograms, run } from './programs.ts'
import type { Program } from './programs.ts'
import { blankImage } from './testing/images.ts'
import { vfat } from './vfat.ts'

const MISSING = missingPrograms(['mkfs.vfat', 'fsck.vfat', 'mcopy', 'mdir', 'mdel'])

test('the programs for these tests are there', ({ skip }) => {
  skip(MISSING.length > 0, `not installed: ${MISSING.join(', ')}`)
})

const real = test.skipIf(MISSING.length > 0)

const SECTOR = 512

/** The parts of a FAT file system in the order in which they are on the disk; each as `[from, to]`. */
function partsOf(image: Buffer) {
  const reserved = image.readUInt16LE(14) * SECTOR
  const table = (image.readUInt16LE(22) || image.readUInt32LE(36)) * SECTOR
  return {
    summary: [SECTOR, reserved],
    first: [reserved, reserved + table],
    second: [reserved + table, reserved + 2 * table],
    data: [reserved + 2 * table, image.length],
  } as const
}
type Part = keyof ReturnType<typeof partsOf>

/** An image of which only some parts were written. */
function cutOff(before: Buffer, after: Buffer, written: readonly Part[]): Buffer {
  const image = Buffer.from(before)
  for (const [part, [from, to]] of Object.entries(partsOf(before))) {
    if (written.includes(part as Part)) after.copy(image, from, from, to)
  }
  return image
}

/** Of a file, mtools writes the data first; of a new folder, the tables. */
const FILE: readonly Part[] = ['data', 'first', 'second', 'summary']
const FOLDER: readonly Part[] = ['first', 'second', 'summary', 'data']

const mtools = (program: Program, image: string, args: string[], input?: Buffer) =>
  run(program, ['-i', image, ...args], {
    input,
    env: { MTOOLSRC: '/dev/null', MTOOLS_SKIP_CHECK: '1' },
  })

real.each([
  ['FAT16', 16, ['-F', '16']],
  ['FAT32', 40, ['-F', '32', '-s', '1']],
] as const)('%s is mended after a power cut, and complete files stay', async (_, size, flags) => {
  const image = await blankImage(size << 20)
  await run('mkfs.vfat', [...flags, image])
  const files = vfat.files(image)
  await files.write('pictures/a.jpg', Buffer.alloc(40_000, 1))
  await files.write('pictures/old.jpg', Buffer.alloc(40_000, 1))
  await files.write('FSCK0007.REC', Buffer.from('of its owner'))
  const bytes = Buffer.alloc(50_000, 2)
  const changes: [readonly Part[], () => Promise<unknown>][] = [
    [FOLDER, () => mtools('mmd', image, ['::/new folder'])],
    // The name of a file while it is written.
    [FILE, () => mtools('mcopy', image, ['-', '::/new folder/incompl.ete'], bytes)],
    [FILE, () => mtools('mdel', image, ['::/pictures/old.jpg'])],
  ]
  const damage: string[] = []
  for (const [index, [order, change]] of changes.entries()) {
    const before = readFileSync(image)
    await change()
    const after = readFileSync(image)
    for (const steps of order.keys()) {
      writeFileSync(image, cutOff(before, after, order.slice(0, steps)))
      if ((await vfat.check(image)) === 'clean') continue
      damage.push(`${index}.${steps}`)
      expect(await vfat.preen(image), damage.at(-1)).toBe('clean')
      expect(await vfat.check(image)).toBe('clean')
      const kept = (await files.list('')).map(({ path }) => path)
      expect(kept).toEqual(expect.arrayContaining(['pictures/a.jpg', 'FSCK0007.REC']))
      expect(kept.filter((path) => path.startsWith('FSCK'))).toEqual(['FSCK0007.REC'])
      expect(await files.read('pictures/a.jpg')).toEqual(Buffer.alloc(40_000, 1))
    }
    writeFileSync(image, after)
  }
  expect(damage).toEqual(expect.arrayContaining(['0.1', '0.2', '1.1', '1.2', '2.1', '2.2']))
})

real('damage of a complete file is left for a person to decide', async () => {
  const image = await blankImage(16 << 20)
  await vfat.make(image)
  const before = readFileSync(image)
  await vfat.files(image).write('pictures/a.jpg', Buffer.alloc(40_000, 1))
  const damaged = cutOff(before, readFileSync(image), ['data'])
  writeFileSync(image, damaged)
  expect(await vfat.preen(image)).toBe('damaged')
  expect(readFileSync(image).equals(damaged)).toBe(true)
})
