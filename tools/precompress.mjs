/** Compresses the build output, so that the device can send it as it is. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Below this size the headers cost more than compression saves. */
const MIN_BYTES = 512

/**
 * The Vite plugin: compresses the files of a build once it is written.
 * @returns {import('vite').Plugin}
 */
export function precompress() {
  let folder = ''
  return {
    name: 'lintel-precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const files = await readdir(folder, { recursive: true, withFileTypes: true })
        const texts = files.filter(
          (file) => file.isFile() && /\.(js|css|html|svg|json)$/.test(file.name),
        )
        await Promise.all(texts.map(({ parentPath, name }) => compress(join(parentPath, name))))
      },
    },
  }
}

/**
 * Writes a file's compressed variants next to it, unless it is too small to gain from that.
 * @param {string} file
 */
export async function compress(file) {
  const bytes = await readFile(file)
  if (bytes.length < MIN_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await Promise.all([
    brotli(bytes, { params }).then((packed) => writeFile(`${file}.br`, packed)),
    zip(bytes, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ])
}
