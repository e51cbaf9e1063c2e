import { execFileSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ext4 } from './ext4.ts'
import { DiskFull, UnusableName } from './file-system.ts'
import { missingPrograms } from './programs.ts'
import { blankImage, programPath } from './testing/images.ts'

const MISSING = missingPrograms(['mkfs.ext4', 'e2fsck', 'dumpe2fs', 'debugfs'])

test('the programs for ext4 are there', ({ skip }) => {
  skip(MISSING.length > 0, `not installed: ${MISSING.join(', ')}`)
})

const real = test.skipIf(MISSING.length > 0)

async function made() {
  const image = await blankImage()
  await ext4.make(image)
  return { image, files: ext4.files(image) }
}

const names = (files: readonly { path: string }[]) => files.map(({ path }) => path).toSorted()

real('a new file system is clean, empty and sparse', async () => {
  const { image, files } = await made()
  expect(await ext4.check(image)).toBe('clean')
  expect(await files.list('')).toEqual([])
  const { total, free } = await files.usage()
  expect(total).toBeGreaterThan(24 << 20)
  expect(free / total).toBeGreaterThan(0.99)
  expect((await stat(image)).blocks * 512).toBeLessThan(8 << 20)
})

const ODD = [
  'plain.txt',
  'a folder/with spaces.txt',
  'quotes "and" \'these\'',
  'line\nbreak/mkdir evil\nrm plain.txt',
  '-w/-dash',
  '<12>',
  'ünïcode/日本 😀',
  '#comment',
  'tab\there',
  'back\\slash',
]

real('files with odd names are stored under exactly these', async () => {
  const { image, files } = await made()
  for (const path of ODD) await files.write(path, Buffer.from(`in ${path}`), 1_700_000_000_000)
  expect(names(await files.list(''))).toEqual(ODD.toSorted())
  for (const path of ODD) expect((await files.read(path))?.toString()).toBe(`in ${path}`)
  for (const { modified } of await files.list('')) expect(modified).toBe(1_700_000_000_000)
  expect(await ext4.check(image)).toBe('clean')
  for (const path of ODD) await files.remove(path)
  expect(await files.list('')).toEqual([])
  expect(await files.read('plain.txt')).toBeUndefined()
  expect(await ext4.check(image)).toBe('clean')
})

real('a path that is longer than a line of debugfs does not end in another command', async () => {
  const { image, files } = await made()
  const path = `${`${'x'.repeat(240)}/`.repeat(34)}${'y'.repeat(200)} rm kept`
  await files.write('kept', Buffer.from('kept'))
  await files.write(path, Buffer.from('deep'))
  expect(names(await files.list(''))).toEqual(['kept', path])
  expect((await files.read(path))?.toString()).toBe('deep')
  expect(await ext4.check(image)).toBe('clean')
})

real('debugfs reads what was written', async () => {
  const { image, files } = await made()
  await files.write('a/b.bin', Buffer.from('bytes'))
  expect(execFileSync(programPath('debugfs'), ['-R', 'cat /a/b.bin', image]).toString()).toBe(
    'bytes',
  )
})

real('a folder grows with its files', async () => {
  const { image, files } = await made()
  // Three such names fill a block.
  const paths = [1, 2, 3, 4, 5, 6, 7].map((number) => `folder/${number}${'x'.repeat(240)}`)
  for (const path of paths) await files.write(path, Buffer.from(path))
  expect(names(await files.list('folder'))).toEqual(paths)
  expect(await ext4.check(image)).toBe('clean')
})

real('a second file replaces the first, and folders stay while they hold files', async () => {
  const { image, files } = await made()
  await files.write('a/b/one', Buffer.from('old'))
  await files.write('a/b/one', Buffer.from('newer'))
  await files.write('a/two', Buffer.alloc(0))
  expect((await files.read('a/b/one'))?.toString()).toBe('newer')
  expect((await files.read('a/two'))?.length).toBe(0)
  expect(await files.read('a')).toBeUndefined()
  await files.remove('a/b/one')
  expect(await files.list('a/b')).toEqual([])
  expect(names(await files.list('a'))).toEqual(['a/two'])
  expect(await files.list('absent')).toEqual([])
  expect(await files.list('a/two')).toEqual([])
  await files.remove('a/absent')
  expect(await ext4.check(image)).toBe('clean')
})

real.each(['', '/a', 'a//b', '../a', 'a/.', 'a\0b', 'é'.repeat(128)])(
  'the name %j is refused',
  async (path) => {
    const { files } = await made()
    await expect(files.write(path, Buffer.alloc(1))).rejects.toThrow(UnusableName)
  },
)

real('a full disk keeps nothing of the file that did not fit', async () => {
  const { image, files } = await made()
  await files.write('kept', Buffer.from('kept'))
  const before = await files.usage()
  await expect(files.write('a/b/big', Buffer.alloc(40 << 20, 1))).rejects.toThrow(DiskFull)
  expect(names(await files.list(''))).toEqual(['kept'])
  expect(await files.usage()).toEqual(before)
  expect(await ext4.check(image)).toBe('clean')
})
