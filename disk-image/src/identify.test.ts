import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SD_CARD_KINDS } from '@lintel/contract/disks'
import { describe, expect, test } from 'vitest'
import { copyByReading, copySparse } from './copy-sparse.ts'
import { ext4 } from './ext4.ts'
import { identify } from './identify.ts'
import { DAMAGED, makeCard } from './make-card.ts'
import { missingPrograms } from './programs.ts'
import { blankImage, programPath, tempFolder } from './testing/images.ts'

const MB = 1 << 20
const MISSING = missingPrograms(['mkfs.ext4', 'e2fsck', 'debugfs', 'mkfs.vfat', 'cryptsetup'])

test('the programs for cards are there', ({ skip }) => {
  skip(MISSING.length > 0, `not installed: ${MISSING.join(', ')}`)
})

const real = test.skipIf(MISSING.length > 0)

/** What each kind of card holds; typed so that none is forgotten. */
const HOLDS = {
  blank: 'illegal',
  ext4: 'ext4',
  vfat: 'vfat',
  foreign: 'luks',
  damaged: 'ext4',
  illegal: 'illegal',
  full: 'ext4',
} as const

describe('cards for the bench', () => {
  real.each(SD_CARD_KINDS)('a card of the kind %s is what it says, and sparse', async (kind) => {
    const file = join(tempFolder(), 'card.img')
    await makeCard(file, kind, 32 * MB)
    expect(await identify(file)).toBe(HOLDS[kind])
    expect(statSync(file).size).toBe(32 * MB)
    expect(statSync(file).blocks * 512).toBeLessThan(10 * MB)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  real('only a thorough repair helps a damaged card, and its files come back', async () => {
    const file = join(tempFolder(), 'card.img')
    await makeCard(file, 'damaged', 32 * MB)
    expect(await ext4.check(file)).toBe('damaged')
    const copy = `${file}.copy`
    await copySparse(file, copy)
    expect(exitCode('e2fsck', ['-p', copy])).toBe(4)
    const percents: number[] = []
    const progress = (percent: number) => void percents.push(percent)
    expect(await ext4.repair(file, { progress })).toBe('clean')
    expect(percents.at(-1)).toBe(100)
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(new Set(percents).size).toBeGreaterThan(5)
    expect(await ext4.check(file)).toBe('clean')
    const found = (await ext4.files(file).list('')).map(({ path }) => path)
    expect(found).toEqual([DAMAGED.kept, expect.stringMatching(/^lost\+found\/#\d+$/)])
  })

  real('a full card has files, and less than 1 % is free', async () => {
    const file = join(tempFolder(), 'card.img')
    await makeCard(file, 'full', 32 * MB)
    const files = ext4.files(file)
    const { total, free } = await files.usage()
    expect(free / total).toBeLessThan(0.01)
    const stored = await files.list('')
    expect(stored.reduce((sum, { size }) => sum + size, 0) / total).toBeGreaterThan(0.98)
    const [first, second] = stored.map(({ modified }) => modified)
    expect((second ?? 0) - (first ?? 0)).toBe(3_600_000)
    expect(await ext4.check(file)).toBe('clean')
  })
})

describe('what the device can’t use', () => {
  const made =
    (program: string, ...args: string[]) =>
    async () => {
      const image = await blankImage()
      execFileSync(programPath(program), [...args, image], { stdio: 'ignore' })
      return image
    }
  const edited = (change: (start: Buffer) => void) => async () => {
    const image = await blankImage()
    const start = Buffer.alloc(4096)
    change(start)
    writeFileSync(image, start, { flag: 'r+' })
    return image
  }
  real.each<[string, () => Promise<string>]>([
    ['ext2', made('mkfs.ext4', '-F', '-q', '-t', 'ext2')],
    ['ext3', made('mkfs.ext4', '-F', '-q', '-t', 'ext3')],
    ['noise', edited((start) => start.fill(0x5a))],
    ['a partition table', edited((start) => start.writeUInt16LE(0xaa55, 510))],
    ['exFAT', edited((start) => start.write('\u00eb\u0076\u0090EXFAT   ', 'latin1'))],
    ['an empty file', async () => truncated(await blankImage(), 0)],
  ])('%s is illegal', async (_, image) => {
    expect(await identify(await image())).toBe('illegal')
  })
})

describe('copies', () => {
  real.each([
    ['as they are made here', copySparse],
    ['as on any system', copyByReading],
  ])('a copy is the same and takes no more space, %s', async (_, copy) => {
    const file = join(tempFolder(), 'card.img')
    await makeCard(file, 'ext4', 32 * MB)
    await ext4.files(file).write('data', Buffer.alloc(100_000, 7))
    await copy(file, `${file}.copy`)
    expect(readFileSync(`${file}.copy`).equals(readFileSync(file))).toBe(true)
    expect(statSync(`${file}.copy`).blocks).toBeLessThanOrEqual(statSync(file).blocks)
    expect(statSync(`${file}.copy`).mode).toBe(statSync(file).mode)
  })
})

function truncated(image: string, size: number): string {
  truncateSync(image, size)
  return image
}

function exitCode(program: string, args: string[]): unknown {
  try {
    execFileSync(programPath(program), args, { stdio: 'ignore' })
    return 0
  } catch (failure) {
    return failure instanceof Error && 'status' in failure ? failure.status : failure
  }
}
