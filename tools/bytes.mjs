/**
 * What a page's first load weighs: its HTML, the scripts and styles that follow from it, and its
 * words, each as the device sends it (brotli).
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { ROOT } from './root.mjs'

/**
 * @typedef {{ file: string, imports?: string[], css?: string[], src?: string }} Chunk
 * @typedef {Record<string, Chunk>} Manifest
 * @typedef {{ requests: number, bytes: number, files: { file: string, bytes: number }[] }} Weight
 */

/**
 * The files of these entries with everything that they import, without what is loaded later.
 * @param {Manifest} manifest
 * @param {readonly string[]} entries Keys of the manifest.
 */
export function closure(manifest, entries) {
  /** @type {Set<string>} */
  const seen = new Set()
  /** @type {Set<string>} */
  const files = new Set()
  const waiting = [...entries]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key)) continue
    seen.add(key)
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The manifest has no ${key}.`)
    files.add(chunk.file)
    chunk.css?.forEach((file) => files.add(file))
    waiting.push(...(chunk.imports ?? []))
  }
  return Array.from(files).toSorted()
}

/**
 * @param {string} page The HTML file in the build.
 * @param {readonly string[]} lazy Keys of the parts that the page loads by itself at once.
 * @returns {Promise<Weight>}
 */
export async function weigh(page, lazy) {
  const folder = join(ROOT, 'console', 'dist')
  const manifest = /** @type {Manifest} */ (
    JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8'))
  )
  const html = await readFile(join(folder, page), 'utf8')
  const scripts = Array.from(
    html.matchAll(/<script src="\/webapp\/hw\/([^"]+)"/g),
    (found) => found[1] ?? '',
  )
  const names = [page, ...scripts, ...closure(manifest, [page, ...lazy])]
  const files = await Promise.all(
    names.map(async (file) => ({ file, bytes: sizeOf(await readFile(join(folder, file))) })),
  )
  return { requests: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), files }
}

/** @param {Buffer} content */
function sizeOf(content) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  return Math.min(content.length, brotliCompressSync(content, { params }).length)
}
