import { execFileSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { DiskFull, UnusableName } from './file-system.ts'
import { missingPrograms } from './programs.ts'
import { blankImage, programPath } from './testing/images.ts'
import { vfat } from './vfat.ts'

const MISSING = missingPrograms(['mkfs.vfat', 'fsck.vfat', 'mcopy', 'mdir'])

test('the programs for vfat are there', ({ skip }) => {
  skip(MISSING.length > 0, `not installed: ${MISSING.join(', ')}`)
})

const real = test.skipIf(MISSING.length > 0)

async function made(size?: number) {
  const image = await blankImage(size)
  await vfat.make(image)
  return { image, files: vfat.files(image) }
}

const MB = 1 << 20

real.each([8, 32, 256, 512, 4096, 65_536])(
  'a new file system of %d MB is clean, empty and sparse',
  async (megabytes) => {
    const { image, files } = await made(megabytes * MB)
    expect(await vfat.check(image)).toBe('clean')
    expect(await files.list('')).toEqual([])
    const { total, free } = await files.usage()
    expect(total / MB / megabytes).toBeGreaterThan(0.98)
    expect(free / total).toBeGreaterThan(0.999)
    expect((await stat(image)).blocks * 512).toBeLessThan(20 * MB)
  },
)

const NAMES = [
  'UPPER.TXT',
  'lower.txt',
  'lower.UP',
  'Mixed.txt',
  'noextension',
  'a folder/with spaces.txt',
  "it's [odd] & $more.tar.gz",
  '[d]/[x].bin',
  '-w/-dash',
  '.dot',
  'ünïcode folder/日本.jpg',
]

real('files are stored under exactly their names', async () => {
  const { image, files } = await made()
  for (const path of NAMES) await files.write(path, Buffer.from(`in ${path}`), 1_700_000_040_000)
  const found = await files.list('')
  expect(found.map(({ path }) => path).toSorted()).toEqual(NAMES.toSorted())
  for (const { modified, path, size } of found) {
    expect({ modified, size }).toEqual({
      modified: 1_700_000_040_000,
      size: Buffer.byteLength(`in ${path}`),
    })
  }
  for (const path of NAMES) expect((await files.read(path))?.toString()).toBe(`in ${path}`)
  expect((await files.list('[d]')).map(({ path }) => path)).toEqual(['[d]/[x].bin'])
  expect(await vfat.check(image)).toBe('clean')
  for (const path of NAMES) await files.remove(path)
  expect(await files.list('')).toEqual([])
  expect(await vfat.check(image)).toBe('clean')
})

real('mcopy reads what was written', async () => {
  const { image, files } = await made()
  await files.write('a/b.bin', Buffer.from('bytes'))
  expect(execFileSync(programPath('mcopy'), ['-i', image, '::/a/b.bin', '-']).toString()).toBe(
    'bytes',
  )
})

real('a second file replaces the first, and folders stay while they hold files', async () => {
  const { image, files } = await made()
  await files.write('a/b/one', Buffer.from('old'))
  await files.write('a/b/one', Buffer.from('newer'))
  await files.write('a/two', Buffer.alloc(0))
  expect((await files.read('A/B/ONE'))?.toString()).toBe('newer')
  expect((await files.read('a/two'))?.length).toBe(0)
  expect(await files.read('a')).toBeUndefined()
  expect(await files.read('absent')).toBeUndefined()
  await files.remove('a/b/one')
  expect(await files.list('a/b')).toEqual([])
  expect((await files.list('a')).map(({ path }) => path)).toEqual(['a/two'])
  expect(await files.list('a/two')).toEqual([])
  await files.remove('a/absent')
  expect(await vfat.check(image)).toBe('clean')
})

real.each(['', 'a"b', 'a\nb', 'a:b', 'a*', 'a?', 'back\\slash', 'dot.', 'space ', '😀', '../a'])(
  'the name %j is refused',
  async (path) => {
    const { files } = await made()
    await expect(files.write(path, Buffer.alloc(1))).rejects.toThrow(UnusableName)
    await expect(files.read(path)).rejects.toThrow(UnusableName)
  },
)

real('a full disk keeps nothing of the file that did not fit', async () => {
  const { image, files } = await made()
  await files.write('kept', Buffer.from('kept'))
  const before = await files.usage()
  await expect(files.write('a/b/big', Buffer.alloc(40 * MB, 1))).rejects.toThrow(DiskFull)
  expect((await files.list('')).map(({ path }) => path)).toEqual(['kept'])
  expect(await files.usage()).toEqual(before)
  expect(await vfat.check(image)).toBe('clean')
})
