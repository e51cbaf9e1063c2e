/** Firmware images to upgrade to, built by the product's own tool, and one that does not boot. */
import { execFile } from 'node:child_process'
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..', '..')
/** A board that starts after the first image was built trusts this signing key. */
const SIGNING_KEY = join(ROOT, '.firmware', 'signing-key.pem')

/** A file in the form that Playwright's file chooser accepts. */
export interface ImageFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export interface Images {
  version: string
  /** The current build as firmware of that version. */
  good: ImageFile
  /** The same, signed too, but its device exits as soon as it starts. */
  broken: ImageFile
}

/** Builds the images of a version; takes a few seconds. */
export async function makeImages(version: string): Promise<Images> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-image-'))
  const fileOf = async (name: string): Promise<ImageFile> => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: await readFile(join(folder, name)),
  })
  try {
    const good = join(folder, 'good.img')
    const tool = join(ROOT, 'tools', 'firmware.mjs')
    await run(process.execPath, [tool, '--version', version, '--out', good])
    await breakDevice(folder, good)
    return { version, good: await fileOf('good.img'), broken: await fileOf('broken.img') }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Repacks `broken.img` with a device that exits at once. */
async function breakDevice(folder: string, good: string): Promise<void> {
  const content = 'process.exit(1)\n'
  await run('tar', ['-xzf', good, '-C', folder])
  await writeFile(join(folder, 'device', 'main.js'), content)
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
    files: Record<string, { size: number; sha256: string }>
  }
  const sha256 = createHash('sha256').update(content).digest('hex')
  manifest.files['device/main.js'] = { size: content.length, sha256 }
  const text = JSON.stringify(manifest)
  const key = createPrivateKey(await readFile(SIGNING_KEY, 'utf8'))
  await writeFile(join(folder, 'manifest.json'), text)
  await writeFile(join(folder, 'manifest.sig'), sign(null, Buffer.from(text), key))
  const paths = ['manifest.json', 'manifest.sig', ...Object.keys(manifest.files)]
  await run('tar', ['--format=ustar', '-czf', join(folder, 'broken.img'), '-C', folder, ...paths])
}
