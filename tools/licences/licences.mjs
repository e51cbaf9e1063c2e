/** The licences of all third-party code in the product, as the device serves them. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compress } from '../precompress.mjs'
import { ROOT } from '../root.mjs'
import { NOTES } from './note-packages.mjs'
import { readPackage } from './packages.mjs'
import { DATA } from './texts.mjs'

const FILE = join(ROOT, 'device-pages', 'dist', 'licences.json')

/** The bundles of the product; a bundle of several environments has several notes. */
const BUNDLES = ['console', 'device-pages', 'bench-page', 'device', 'board', 'gateway']

/**
 * Merges the notes of the builds into one file: `{ packages: [{ name, version, licence, text }],
 * texts: […] }`. `text` is an index into `texts`, because many packages share theirs.
 * @throws when a package does not declare its licence
 */
export async function writeLicences() {
  const files = (await readdir(NOTES).catch(() => [])).filter((file) =>
    BUNDLES.some((bundle) => file === `${bundle}.json` || file.startsWith(`${bundle}-`)),
  )
  const lists = await Promise.all(
    files.map(
      async (file) =>
        /** @type {string[]} */ (JSON.parse(await readFile(join(NOTES, file), 'utf8'))),
    ),
  )
  const folders = [...new Set(lists.flat())]
  const read = await Promise.all(folders.map((folder) => readPackage(folder)))
  const packages = [...read, ...DATA].toSorted(
    (a, b) => compare(a.name, b.name) || compare(a.version, b.version),
  )
  const texts = [...new Set(packages.map(({ text }) => text))]
  const written = {
    packages: packages.map(({ text, ...one }) => ({ ...one, text: texts.indexOf(text) })),
    texts,
  }
  await writeFile(FILE, JSON.stringify(written))
  await compress(FILE)
}

/** @param {string} a @param {string} b */
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
