import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { create } from 'tar'

const pair = generateKeyPairSync('ed25519')
/** The public half of the default signing key. */
export const PRIVATE_KEY = pair.privateKey
export const PUBLIC_KEY = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()

export interface ImageParts {
  version?: string
  products?: readonly string[]
  files?: Readonly<Record<string, string | Buffer>>
  key?: KeyObject
  /** Manifest fields to override, or a raw text to use instead. */
  manifest?: object | string
  /** Changes file contents after signing. */
  after?: (folder: string) => void
  /** Reorders, removes or adds files. */
  order?: (paths: string[]) => string[]
}

const FILES = {
  'device/main.js': 'console.log("device")',
  'device/chunks/seldom-needed-abc.js': Buffer.alloc(200_000, 'x'),
  'console/index.html': '<!doctype html>',
  'device-pages/licences.html': '<!doctype html>',
}

/** Builds a firmware image as `npm run firmware` does, or a defective one. */
export async function makeImage(parts: ImageParts = {}): Promise<Buffer> {
  const { version = '9.80.4', products = [], files = FILES, key = pair.privateKey } = parts
  const folder = mkdtempSync(join(tmpdir(), 'lintel-image-'))
  try {
    const put = (path: string, content: string | Buffer): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    const listed = Object.entries(files).map(([path, content]) => {
      put(path, content)
      const sha256 = createHash('sha256').update(content).digest('hex')
      return [path, { size: Buffer.from(content).length, sha256 }] as const
    })
    const manifest =
      typeof parts.manifest === 'string'
        ? parts.manifest
        : JSON.stringify({
            format: 1,
            version,
            buildDate: 'Nov 20 2026 09:12',
            products,
            files: Object.fromEntries(listed),
            ...parts.manifest,
          })
    put('manifest.json', manifest)
    put('manifest.sig', sign(null, Buffer.from(manifest), key))
    parts.after?.(folder)
    const paths = ['manifest.json', 'manifest.sig', ...Object.keys(files)]
    const file = join(folder, 'image')
    await create({ cwd: folder, file, gzip: true, portable: true }, parts.order?.(paths) ?? paths)
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Changes the bytes of the archive before compression. */
export function changedInside(image: Buffer, change: (archive: Buffer) => Buffer): Buffer {
  return gzipSync(change(gunzipSync(image)))
}
