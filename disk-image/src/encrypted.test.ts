import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openEncrypted } from './encrypted.ts'
import { ext4 } from './ext4.ts'
import type { ImageFormat } from './file-system.ts'
import { folderInMemory } from './hidden-file.ts'
import { identify } from './identify.ts'
import { changePassphrase, formatLuks, unlock } from './luks.ts'
import { missingPrograms } from './programs.ts'
import { blankImage, programPath, tempFolder } from './testing/images.ts'
import { vfat } from './vfat.ts'
import { openCopy } from './working-copy.ts'

const PROGRAMS = ['cryptsetup', 'mkfs.ext4', 'e2fsck', 'debugfs', 'mkfs.vfat', 'mcopy'] as const
const MISSING: string[] = missingPrograms(PROGRAMS)
const HAS_QEMU = programPath('qemu-img') !== 'qemu-img'

test('the programs for encrypted cards are there', ({ skip }) => {
  skip(MISSING.length > 0, `not installed: ${MISSING.join(', ')}`)
  skip(!HAS_QEMU, 'not installed: qemu-img, with which others decrypt our cards')
})

const real = test.skipIf(MISSING.length > 0)
const withQemu = test.skipIf(MISSING.length > 0 || !HAS_QEMU)

/** The fewest that cryptsetup accepts. */
const QUICK = { iterations: 1000 }
const PASSPHRASE = 'Pässword "1" $x'

async function encrypted(passphrase = PASSPHRASE) {
  const image = await blankImage()
  await formatLuks(image, passphrase, QUICK)
  return image
}

async function opened(image: string, passphrase = PASSPHRASE) {
  const card = await openEncrypted(image, passphrase, tempFolder())
  if (!card) throw new Error('The passphrase is wrong.')
  onTestFinished(() => card.close().catch(() => {}))
  return card
}

const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString()

/** Decrypts an image as others do: by qemu-img. */
function decryptedByQemu(image: string, passphrase: string): string {
  const folder = tempFolder()
  const secret = join(folder, 'secret')
  const raw = join(folder, 'raw.img')
  writeFileSync(secret, passphrase)
  const link = join(folder, 'card.img')
  execFileSync('ln', ['-s', image, link])
  const source = `driver=luks,file.driver=file,file.filename=${link},key-secret=s0`
  const object = `secret,id=s0,file=${secret}`
  const args = ['convert', '--object', object, '--image-opts', source, '-O', 'raw', raw]
  execFileSync(programPath('qemu-img'), args, { stdio: 'pipe' })
  return raw
}

describe('passphrases', () => {
  real('only the right one opens a card, also one of 512 characters beyond ASCII', async () => {
    const long = 'ß日'.repeat(256)
    const image = await encrypted(long)
    expect(await identify(image)).toBe('luks')
    expect((await unlock(image, long))?.length).toBe(64)
    expect(await unlock(image, long.slice(1))).toBeUndefined()
    expect(await openEncrypted(image, `${long}\n`, tempFolder())).toBeUndefined()
  })

  real('changing it keeps the files (STORAGE-21, STORAGE-35)', async () => {
    const image = await encrypted()
    const before = await opened(image)
    await before.make(ext4)
    await before.files(ext4).write('kept', Buffer.from('kept'))
    await before.close()
    expect(await changePassphrase(image, 'wrong', 'new', QUICK)).toBe(false)
    expect(await unlock(image, 'new')).toBeUndefined()
    expect(await changePassphrase(image, PASSPHRASE, 'new', QUICK)).toBe(true)
    expect(await unlock(image, PASSPHRASE)).toBeUndefined()
    const after = await opened(image, 'new')
    expect(text(await after.files(ext4).read('kept'))).toBe('kept')
  })

  real('no other program can see it', async () => {
    const folder = tempFolder()
    const seen = join(folder, 'seen')
    const script = `#!/bin/sh
      cat /proc/$$/cmdline /proc/$$/environ >> ${seen}
      exec ${programPath('cryptsetup')} "$@"`
    writeFileSync(join(folder, 'cryptsetup'), script)
    chmodSync(join(folder, 'cryptsetup'), 0o755)
    vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    const image = await encrypted('first-secret')
    await changePassphrase(image, 'first-secret', 'second-secret', QUICK)
    await unlock(image, 'second-secret')
    const found = readFileSync(seen, 'latin1')
    expect(found.match(/luksFormat|luksChangeKey|luksDump/g)).toHaveLength(3)
    expect(found).toContain('LC_ALL')
    expect(found).not.toContain('secret')
  })
})

describe.each<[ImageFormat]>([[ext4], [vfat]])('$name in an encrypted card', (format) => {
  withQemu('qemu-img decrypts what we encrypted, byte by byte', async () => {
    const image = await encrypted()
    const card = await opened(image)
    expect(await card.contents()).toBe('illegal')
    await card.make(format)
    expect(await card.contents()).toBe(format.name)
    const files = card.files(format)
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
    await files.write('a/b c.bin', bytes)
    await files.write('zeros.bin', Buffer.alloc(1 << 20))
    expect(await card.check(format)).toBe('clean')
    await card.close()
    expect(readFileSync(image).includes(bytes.subarray(0, 200))).toBe(false)

    const raw = decryptedByQemu(image, PASSPHRASE)
    expect(await identify(raw)).toBe(format.name)
    expect(await format.check(raw)).toBe('clean')
    const others = format.files(raw)
    expect(bytes.equals((await others.read('a/b c.bin')) ?? Buffer.alloc(0))).toBe(true)
    const zeros = (await others.read('zeros.bin')) ?? Buffer.alloc(0)
    expect(Buffer.alloc(1 << 20).equals(zeros)).toBe(true)
    expect(() => decryptedByQemu(image, 'wrong')).toThrow('nvalid password')

    const key = (await unlock(image, PASSPHRASE)) ?? Buffer.alloc(0)
    const copy = await openCopy(image, key, tempFolder())
    const [ours, theirs] = [readFileSync(copy.path), readFileSync(raw)]
    const sectors = Array.from({ length: ours.length / 512 }, (_, index) => index * 512)
    const differ = sectors.filter((at) => ours.compare(theirs, at, at + 512, at, at + 512) !== 0)
    // Only what nobody has ever written.
    expect(differ.length).toBeLessThan(sectors.length)
    for (const at of differ) expect(copy.filler.compare(ours, at, at + 512)).toBe(0)
    await copy.close()
    expect([...key]).toEqual(Array.from({ length: 64 }, () => 0))
  })

  real('its files are as in any card, and there when it is opened again', async () => {
    const image = await encrypted()
    const card = await opened(image)
    await card.make(format)
    await card.files(format).write('a/one', Buffer.from('one'))
    await card.files(format).write('two', Buffer.from('two'))
    await card.files(format).remove('a/one')
    await card.close()
    expect(statSync(image).blocks * 512).toBeLessThan(10 << 20)
    const again = await opened(image)
    const files = again.files(format)
    expect((await files.list('')).map(({ path }) => path)).toEqual(['two'])
    expect(text(await files.read('two'))).toBe('two')
    expect(await again.check(format)).toBe('clean')
  })
})

describe('the decrypted copy', () => {
  real('leaves turns of the event loop to others', async () => {
    const image = await encrypted()
    let turn = 0
    let counting = setImmediate(function next() {
      turn++
      counting = setImmediate(next)
    })
    const percents: number[] = []
    const turns = new Set<number>()
    const progress = (percent: number) => {
      percents.push(percent)
      turns.add(turn)
    }
    const card = await openEncrypted(image, PASSPHRASE, tempFolder(), { progress })
    clearImmediate(counting)
    expect(percents.length).toBeGreaterThan(100)
    // After each chunk, others had theirs.
    expect(turns.size).toBe(percents.length)
    expect(percents.at(-1)).toBe(100)
    await card?.close()
  })

  real('is in memory if it fits, and has no name', async () => {
    const image = await encrypted()
    const key = (await unlock(image, PASSPHRASE)) ?? Buffer.alloc(0)
    const folder = tempFolder()
    const copy = await openCopy(image, key, folder)
    expect(statSync(copy.path).nlink).toBe(0)
    const place = await folderInMemory(32 << 20, folder)
    expect(readlinkSync(copy.path).startsWith(place)).toBe(true)
    expect(readdirSync(folder)).toEqual([])
    await copy.close()
    expect(existsSync(copy.path)).toBe(false)
    expect(await folderInMemory(2 ** 60, folder)).toBe(folder)
  })

  real('a repair reaches the card, and one that is stopped does not harm it', async () => {
    const image = await encrypted()
    const key = (await unlock(image, PASSPHRASE)) ?? Buffer.alloc(0)
    const copy = await openCopy(image, key, tempFolder())
    await ext4.make(copy.path, { keepRest: true })
    const files = ext4.files(copy.path, { flush: () => copy.save(), folder: tempFolder() })
    await files.write('kept', Buffer.from('kept'))
    await files.write('folder/lost', Buffer.from('lost'))
    const zap = ['-w', '-R', 'zap_block -f /folder -p 255 0', copy.path]
    execFileSync(programPath('debugfs'), zap, { stdio: 'ignore' })
    await copy.save()
    await copy.close()

    const card = await opened(image)
    const job = new AbortController()
    const progress = (percent: number) => percent >= 70 && job.abort(new Error('stopped'))
    expect(await card.check(ext4)).toBe('damaged')
    await expect(card.repair(ext4, { signal: job.signal, progress })).rejects.toThrow('stopped')
    const left = await card.check(ext4)
    await card.close()
    const again = await opened(image)
    expect(await again.check(ext4)).toBe(left)
    expect(await again.repair(ext4)).toBe('clean')
    await again.close()
    const last = await opened(image)
    expect(await last.check(ext4)).toBe('clean')
    expect(text(await last.files(ext4).read('kept'))).toBe('kept')
  })

  real('a power cut loses no file that was reported as written', async () => {
    const image = await encrypted()
    const card = await opened(image)
    await card.make(ext4)
    await card.close()
    const entry = new URL('testing/keep-writing.ts', import.meta.url).pathname
    const args = ['--import', 'tsx', entry, image, tempFolder()]
    const env = { ...process.env, LINTEL_PASSPHRASE: PASSPHRASE }
    const writer = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let written = 0
    for await (const line of createInterface(writer.stdout)) {
      written = Number(line)
      if (written >= 4) writer.kill('SIGKILL')
    }
    if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'close')
    expect(writer.signalCode).toBe('SIGKILL')

    const after = await opened(image)
    expect(await after.contents()).toBe('ext4')
    expect(['clean', 'damaged']).toContain(await after.check(ext4))
    expect(await after.repair(ext4)).toBe('clean')
    const files = after.files(ext4)
    for (let number = 1; number <= written; number++) {
      const bytes = (await files.read(`folder/${number}.bin`)) ?? Buffer.alloc(0)
      expect(Buffer.alloc(50_000, number).equals(bytes)).toBe(true)
    }
    for (const { path, size } of await files.list('folder')) {
      expect({ path, size }).toEqual({ path, size: 50_000 })
    }
  })
})
