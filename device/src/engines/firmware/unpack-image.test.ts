import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Refusal } from '@lintel/contract/fault'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changedInside, makeImage, PUBLIC_KEY } from './testing/make-image.ts'
import type { ImageParts } from './testing/make-image.ts'
import { unpackImage } from './unpack-image.ts'

let base: string
let folder: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'lintel-unpack-'))
  folder = join(base, 'upload')
})
afterEach(() => rmSync(base, { recursive: true }))

/** As from the network: in chunks that don't align with its parts. */
async function* pieces(image: Buffer, size = 16_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < image.length; at += size) {
    await Promise.resolve()
    yield image.subarray(at, at + size)
  }
}

const unpack = (image: Buffer, size?: number, diskFull = () => false) =>
  unpackImage(pieces(image, size), {
    folder,
    trustedKeys: [PUBLIC_KEY],
    product: 'A8307-E',
    diskFull,
  })

test.each([7, 1000, 16_000, 10_000_000])('unpacks an image in chunks of %i bytes', async (size) => {
  const manifest = await unpack(await makeImage({ products: ['A8207-VE', 'A8307-E'] }), size)
  expect(manifest).toMatchObject({ version: '9.80.4', products: ['A8207-VE', 'A8307-E'] })
  expect(readFileSync(join(folder, 'device/main.js'), 'utf8')).toBe('console.log("device")')
  const chunk = readFileSync(join(folder, 'device/chunks/seldom-needed-abc.js'))
  expect(chunk.equals(Buffer.alloc(200_000, 'x'))).toBe(true)
  expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).toEqual(manifest)
})

test('replaces what an earlier upload left behind', async () => {
  await unpack(await makeImage({ files: { 'device/old.js': 'old' } }))
  await unpack(await makeImage())
  expect(existsSync(join(folder, 'device/old.js'))).toBe(false)
})

async function refused(image: Buffer): Promise<string> {
  const cause: unknown = await unpack(image).catch((error: unknown) => error)
  expect(cause).toBeInstanceOf(Refusal)
  expect(existsSync(folder)).toBe(false)
  return (cause as Refusal).message
}

const unknownKey = generateKeyPairSync('ed25519').privateKey

test.each<[string, ImageParts, string]>([
  [
    'signed with an unknown key',
    { key: unknownKey },
    'is not signed by a key that this device trusts',
  ],
  [
    'whose manifest was changed after signing',
    { after: (at) => writeFileSync(join(at, 'manifest.json'), '{"format":1}') },
    'is not signed by a key',
  ],
  [
    'with an invalid signature',
    { after: (at) => writeFileSync(join(at, 'manifest.sig'), 'signed, me') },
    'is not signed by a key',
  ],
  [
    'with a changed file of the same length',
    { after: (at) => writeFileSync(join(at, 'console/index.html'), '<!doctype HTML>') },
    'was altered: console/index.html does not match the signature',
  ],
  [
    'with a longer file',
    { after: (at) => writeFileSync(join(at, 'device/main.js'), 'more'.repeat(1000)) },
    'was altered: device/main.js',
  ],
  ['without one of its files', { order: (all) => all.slice(0, -1) }, 'is incomplete'],
  ['with a duplicate file', { order: (all) => [...all, 'device/main.js'] }, 'was altered'],
  [
    'with an unsigned file',
    {
      after: (at) => writeFileSync(join(at, 'device/evil.js'), 'x'),
      order: (all) => [...all, 'device/evil.js'],
    },
    'was altered: device/evil.js',
  ],
  [
    'with a link instead of a file',
    {
      after: (at) => {
        rmSync(join(at, 'device/main.js'))
        symlinkSync('/etc/passwd', join(at, 'device/main.js'))
      },
    },
    'is not a firmware image',
  ],
  [
    'without a signature',
    { order: (all) => all.filter((one) => !one.endsWith('.sig')) },
    'is not a firmware image',
  ],
  ['with only a manifest', { order: () => ['manifest.json'] }, 'is incomplete'],
  ['without a manifest', { order: (all) => all.slice(2) }, 'is not a firmware image'],
  ['for another product', { products: ['C1410'] }, 'is for C1410, not for A8307-E'],
  ['with a manifest that isn’t JSON', { manifest: 'format 1' }, 'has an unknown format'],
  ['of a future format', { manifest: { format: 2 } }, 'has an unknown format'],
  [
    'with a path outside its folder',
    { manifest: { files: { 'device/../../x': { size: 1, sha256: '0'.repeat(64) } } } },
    'has an unknown format',
  ],
  [
    'that is too large',
    { manifest: { files: { 'device/x': { size: 2 ** 40, sha256: '0'.repeat(64) } } } },
    'is too large',
  ],
])('refuses an image %s', async (_what, parts, message) => {
  expect(await refused(await makeImage(parts))).toContain(message)
})

test('refuses an image that is truncated at any point', async () => {
  const image = await makeImage()
  for (const part of [0.05, 0.5, 0.9, 0.999]) {
    const cut = image.subarray(0, Math.floor(image.length * part))
    expect(await refused(cut)).toBe('The firmware image is incomplete.')
  }
  // The same inside a complete gzip stream.
  const half = changedInside(image, (archive) => archive.subarray(0, 150_000))
  expect(await refused(half)).toMatch(/is incomplete|is not a firmware image/)
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('This is no image.'.repeat(1000))],
  ['an unrelated archive', 'archive'],
  ['a decompression bomb', 'bomb'],
])('refuses %s', async (_what, input) => {
  const bomb = (): Buffer => gzipSync(Buffer.alloc(64 * 1024 * 1024))
  const image =
    input === 'archive'
      ? await makeImage({ order: (all) => all.slice(3) })
      : input === 'bomb'
        ? bomb()
        : input
  expect(await refused(image as Buffer)).toMatch(/is not a firmware image|is incomplete/)
})

test('a flipped bit is detected anywhere', async () => {
  const image = await makeImage()
  for (let at = 20; at < image.length; at += Math.floor(image.length / 25)) {
    const bent = Buffer.from(image)
    bent[at] = (bent[at] ?? 0) ^ 0x10
    const outcome = await unpack(bent).then(
      (manifest) => manifest,
      (cause: unknown) => cause,
    )
    // Bits without meaning (a time, padding) may change; the files are still those that were
    // signed.
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Refusal)
    else expect(readFileSync(join(folder, 'device/main.js'), 'utf8')).toContain('device')
  }
})

test('a full disk is refused, and written files are removed', async () => {
  const image = await makeImage()
  let files = 0
  const full = () => {
    files += 1
    return files > 2
  }
  await expect(unpack(image, undefined, full)).rejects.toMatchObject({ reason: 'storage' })
  expect(existsSync(folder)).toBe(false)
})

test('the error of an interrupted sender is passed on unchanged', async () => {
  const image = await makeImage()
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield* pieces(image.subarray(0, 400))
    throw new Refusal('malformed', 'The upload was interrupted.')
  }
  const target = { folder, trustedKeys: [PUBLIC_KEY], product: 'A8307-E', diskFull: () => false }
  await expect(unpackImage(broken(), target)).rejects.toThrow('The upload was interrupted.')
  expect(existsSync(folder)).toBe(false)
})
