/**
 * What pages weigh on their first load: HTML, the scripts and styles that follow from it, and words,
 * each as the device sends it. `node tools/bytes.mjs` compares them with the budgets.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { ROOT } from './root.mjs'

/**
 * @typedef {{ file: string, imports?: string[], css?: string[] }} Chunk
 * @typedef {Record<string, Chunk>} Manifest
 * @typedef {{ requests: number, bytes: number, files: { file: string, bytes: number }[] }} Weight
 * @typedef {{ name: string, weight: Weight, bytes: number, requests?: number }} Budgeted
 */

/**
 * A folder of built pages and the address that it stands at.
 * @typedef {{ folder: string, base: string }} Build
 */

/** @type {Build} */
const CONSOLE = { folder: join(ROOT, 'console', 'dist'), base: '/webapp/hw/' }
/** @type {Build} */
const DEVICE_PAGES = { folder: join(ROOT, 'device-pages', 'dist'), base: '/webapp/pages/' }

/** Keys of the manifest. */
const OVERVIEW = ['src/areas/overview/overview-page.tsx', 'src/app/words/frame.ts?language=en']
const WIZARD = ['src/wizard/words.ts?language=en']

/**
 * The files of these entries with everything that they import, without what is loaded later.
 * @param {Manifest} manifest
 * @param {readonly string[]} entries Keys of the manifest.
 */
function closure(manifest, entries) {
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
 * @param {Build} build
 * @param {readonly string[]} names Files of the build.
 * @returns {Promise<Weight>}
 */
async function weigh({ folder }, names) {
  const files = await Promise.all(
    names.map(async (file) => ({ file, bytes: sizeOf(await readFile(join(folder, file))) })),
  )
  return { requests: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), files }
}

/** @param {Buffer} content */
function sizeOf(content) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  return Math.min(content.length, brotliCompressSync(content, { params }).length)
}

/**
 * Files that import each other run in an order that nobody chose: constants are missing when they
 * are first read.
 * @param {Manifest} manifest
 * @throws when there are such files
 */
export function refuseCycles(manifest) {
  /** @type {Set<string>} */
  const done = new Set()
  /** @param {string} key @param {readonly string[]} way */
  function follow(key, way) {
    if (way.includes(key))
      throw new Error(`These files import each other: ${[...way, key].join(' > ')}`)
    if (done.has(key)) return
    for (const next of manifest[key]?.imports ?? []) follow(next, [...way, key])
    done.add(key)
  }
  for (const key of Object.keys(manifest)) follow(key, [])
}

/**
 * A page's HTML and what it needs, the parts that it loads by itself at once included.
 * @param {Build} build
 * @param {Manifest} manifest
 * @param {string} page
 * @param {readonly string[]} parts
 */
async function filesOf({ folder, base }, manifest, page, parts) {
  const html = await readFile(join(folder, page), 'utf8')
  const scripts = Array.from(html.matchAll(/<script src="([^"]+)"/g), ([, src = '']) =>
    src.slice(base.length),
  )
  return [page, ...scripts, ...closure(manifest, [page, ...parts])]
}

/**
 * @param {Build} build
 * @param {string} [name] The app and the wizard are built apart, each with a manifest of its own.
 * @returns {Promise<Manifest>}
 */
async function manifestIn({ folder }, name = 'manifest.json') {
  return /** @type {Manifest} */ (JSON.parse(await readFile(join(folder, '.vite', name), 'utf8')))
}

/**
 * The weights with their budgets (ARCHITECTURE.md), from the last build of the console.
 * @returns {Promise<Budgeted[]>}
 */
export async function weights() {
  const manifest = await manifestIn(CONSOLE)
  refuseCycles(manifest)
  const overview = await filesOf(CONSOLE, manifest, 'index.html', OVERVIEW)
  const form = Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => /\/form-[^/]+$/.test(file))
  const known = new Set([...overview, ...form])
  return [
    { name: 'overview', weight: await weigh(CONSOLE, overview), bytes: 120_000, requests: 12 },
    { name: 'form kit', weight: await weigh(CONSOLE, form), bytes: 60_000 },
    await heaviestPage(manifest, known),
    {
      name: 'wizard',
      weight: await weigh(
        CONSOLE,
        await filesOf(CONSOLE, await manifestIn(CONSOLE, 'wizard.json'), 'wizard.html', WIZARD),
      ),
      bytes: 95_000,
    },
    ...(await devicePages()),
  ]
}

/**
 * The page that weighs most of those that are opened later, its words included.
 * @param {Manifest} manifest
 * @param {ReadonlySet<string>} known What has been loaded by then.
 * @returns {Promise<Budgeted>}
 */
async function heaviestPage(manifest, known) {
  const pages = Object.keys(manifest).filter((key) => /^src\/areas\/.*-page\.tsx$/.test(key))
  const weighed = await Promise.all(
    pages.map(async (page) => {
      const area = page.split('/')[2]
      const words = Object.keys(manifest).filter((key) => key === `messages/${area}/en.json`)
      const files = closure(manifest, [page, ...words]).filter((file) => !known.has(file))
      return {
        name: `${area}, the heaviest page after the form kit`,
        weight: await weigh(CONSOLE, files),
      }
    }),
  )
  const [heaviest] = weighed.toSorted((a, b) => b.weight.bytes - a.weight.bytes)
  if (!heaviest) throw new Error('The build has no pages.')
  return { ...heaviest, bytes: 15_000 }
}

/**
 * Every page beside the console, by itself.
 * @returns {Promise<Budgeted[]>}
 */
async function devicePages() {
  const manifest = await manifestIn(DEVICE_PAGES)
  refuseCycles(manifest)
  const pages = Object.keys(manifest).filter((key) => key.endsWith('.html'))
  return Promise.all(
    pages.map(async (page) => {
      const name = page.replace('.html', '')
      const files = await filesOf(DEVICE_PAGES, manifest, page, [
        `src/${name}/words.ts?language=en`,
      ])
      return { name, weight: await weigh(DEVICE_PAGES, files), bytes: 80_000 }
    }),
  )
}

/** @param {number} bytes */
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

async function main() {
  for (const { name, weight, bytes, requests = Infinity } of await weights()) {
    const over = weight.bytes > bytes || weight.requests > requests
    console.log(
      `${over ? 'OVER' : 'ok  '}  ${name}: ${kB(weight.bytes)} of ${kB(bytes)}, ${weight.requests} requests`,
    )
    if (!over) continue
    process.exitCode = 1
    for (const file of weight.files) console.log(`        ${kB(file.bytes)}  ${file.file}`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
