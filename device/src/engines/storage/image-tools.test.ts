import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SD_CARD } from '@lintel/contract/disks'
import { missingPrograms } from '@lintel/disk-image/programs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openImageTools } from './image-tools.ts'
import { ended, makeStorageRig } from './testing/storage-rig.ts'
import type { StorageRig } from './testing/storage-rig.ts'

const MISSING = missingPrograms([
  'mkfs.ext4',
  'e2fsck',
  'dumpe2fs',
  'debugfs',
  'mkfs.vfat',
  'fsck.vfat',
  'mcopy',
  'cryptsetup',
])

let folder: string
let rig: StorageRig
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-tools-'))
  rig = makeStorageRig(openImageTools({ privateFolder: folder, iterations: 1000 }))
})
afterEach(async () => {
  await rig.remove()
  rmSync(folder, { recursive: true })
})

/** Turns the power on with a new card in the slot. */
async function powerOnWithNewCard(): Promise<void> {
  const image = rig.imageOf('card')
  writeFileSync(image, '')
  truncateSync(image, 32 << 20)
  await rig.powerOn('card')
}

test('the programs for cards are there', ({ skip }) => {
  skip(MISSING.length > 0, `not installed: ${MISSING.join(', ')}`)
})

const real = test.skipIf(MISSING.length > 0)

real.each(['ext4', 'vfat'] as const)(
  'a card is formatted with %s, used and found again (STORAGE-19)',
  async (fileSystem) => {
    await powerOnWithNewCard()
    expect(await rig.card()).toMatchObject({ status: 'failed', filesystem: 'illegal' })
    expect(await rig.run('format', fileSystem)).toMatchObject({ result: 'OK' })
    expect(await rig.run('mount')).toMatchObject({ result: 'OK' })
    const empty = await rig.card()
    expect(empty).toMatchObject({ status: 'OK', filesystem: fileSystem })
    expect(empty.totalsize).toBeGreaterThan(25_000)
    expect(empty.totalsize).toBeLessThan(32 * 1024)

    await rig.storage.mounted(SD_CARD)?.write('2026/ring.jpg', randomBytes(1 << 20))
    const used = await rig.card()
    expect(empty.freesize - used.freesize).toBeGreaterThanOrEqual(1024)
    await rig.shutDown()
    await rig.powerOn()
    expect(await rig.card()).toMatchObject({ status: 'OK', freesize: used.freesize })
    expect(await rig.storage.mounted(SD_CARD)?.read('2026/ring.jpg')).toHaveLength(1 << 20)
  },
)

real('a damaged card is found, checked and repaired (STORAGE-28, STORAGE-29)', async () => {
  await powerOnWithNewCard()
  await rig.run('format', 'ext4')
  // The bitmaps of the first group say that everything is free.
  const image = readFileSync(rig.imageOf('card'))
  const at = 1024 * 16
  image.fill(0, at, at + 64 * 1024)
  writeFileSync(rig.imageOf('card'), image)
  await rig.insert(null)
  await rig.insert('card')
  expect(await rig.card()).toMatchObject({ status: 'failed', filesystem: 'ext4' })
  expect(await rig.run('checkdisk')).toMatchObject({ result: 'ERROR' })
  expect(await rig.run('repair')).toMatchObject({ result: 'OK' })
  expect(await rig.run('checkdisk')).toMatchObject({ result: 'OK' })
  expect(await rig.run('mount')).toMatchObject({ result: 'OK' })
})

real('what a power cut leaves on a card is repaired when it is mounted', async () => {
  await powerOnWithNewCard()
  await rig.run('format', 'ext4')
  const image = rig.imageOf('card')
  execFileSync('debugfs', ['-w', '-R', 'freei <11>', image], {
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` },
    stdio: 'ignore',
  })
  expect(await rig.run('checkdisk')).toMatchObject({ result: 'ERROR' })
  await rig.insert(null)
  await rig.insert('card')
  expect(await rig.card()).toMatchObject({ status: 'OK' })
  await rig.run('unmount')
  expect(await rig.run('checkdisk')).toMatchObject({ result: 'OK' })
})

real(
  'an encrypted card keeps its files from whoever lacks the passphrase (STORAGE-21)',
  async () => {
    await powerOnWithNewCard()
    const encryption = rig.storage.encryption(SD_CARD)
    await encryption?.encrypt('open sesame')
    await rig.run('format', 'ext4')
    await rig.run('mount')
    const secret = Buffer.from('somebody stands at the door ')
    await rig.storage.mounted(SD_CARD)?.write('note', Buffer.alloc(4096, secret))
    expect(readFileSync(rig.imageOf('card')).includes(secret)).toBe(false)
    await encryption?.changePassphrase('open sesame', 'shut sesame')
    await rig.storage.mounted(SD_CARD)?.write('more', secret)
    await rig.shutDown()
    await rig.powerOn()
    expect(await rig.card()).toMatchObject({ status: 'OK', diskencrypted: true })
    expect(await rig.storage.mounted(SD_CARD)?.read('more')).toEqual(secret)

    await rig.run('unmount')
    const { decrypt, encrypt } = rig.storage.encryption(SD_CARD) ?? {}
    await decrypt?.()
    expect(await rig.card()).toMatchObject({ status: 'no passphrase' })
    await encrypt?.('open sesame')
    expect(await rig.card()).toMatchObject({ status: 'wrong passphrase' })
  },
)

real('a job is stopped in the middle of a program', async () => {
  await powerOnWithNewCard()
  await rig.run('format', 'ext4')
  const { jobid } = await rig.storage.order(SD_CARD, { action: 'checkdisk' })
  await rig.insert(null)
  expect(await ended(rig.storage, SD_CARD, jobid)).toMatchObject({
    result: 'ERROR',
    description: 'The card was removed.',
  })
})
