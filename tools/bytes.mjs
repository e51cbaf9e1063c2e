/**
 * The transfer size of pages: `npx tsx tools/bytes.mjs` compares the last builds with the budgets
 * and exits with 1 when one is exceeded.
 */
import { existsSync, statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { areaOf, messageAreasOf } from '../console/src/app/routing/page-table.ts'
import { BUDGETS } from './budgets.mjs'
import { consoleLoads, refuseCycles, pageLoad } from './loads.mjs'
import { readBuiltPages } from './page-table.mjs'
import { ROOT } from './root.mjs'

/**
 * @typedef {import('./loads.mjs').Build & { folder: string }} BuiltFolder
 * @typedef {{ bytes: number, requests?: number }} Budget
 */

const CONSOLE = { folder: join(ROOT, 'console', 'dist'), base: '/webapp/hw/' }
const DEVICE_PAGES = { folder: join(ROOT, 'device-pages', 'dist'), base: '/webapp/pages/' }

/**
 * @param {{ folder: string, base: string }} output
 * @param {string} [name] The app and the wizard are built separately, each with its own manifest.
 * @returns {Promise<BuiltFolder>}
 */
async function read(output, name = 'manifest.json') {
  const json = await readFile(join(output.folder, '.vite', name), 'utf8')
  const manifest = /** @type {import('./loads.mjs').Manifest} */ (JSON.parse(json))
  refuseCycles(manifest)
  return { ...output, manifest }
}

/**
 * @param {string} folder
 * @param {string} page
 */
const html = async (folder, page) => ({ page, html: await readFile(join(folder, page), 'utf8') })

/** @param {number} bytes */
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

/**
 * Prints one line, and every file when it is over budget.
 * @param {string} name
 * @param {string} folder
 * @param {readonly string[]} files
 * @param {Budget} budget
 */
function compare(name, folder, files, { bytes, requests = Infinity }) {
  const sizes = files.map((file) => ({ file, size: sentSize(join(folder, file)) }))
  const weight = sizes.reduce((sum, { size }) => sum + size, 0)
  const over = weight > bytes || files.length > requests
  console.log(
    `${over ? 'OVER' : 'ok  '}  ${name}: ${kB(weight)} of ${kB(bytes)}, ${files.length} requests`,
  )
  if (!over) return
  process.exitCode = 1
  for (const { file, size } of sizes) console.log(`        ${kB(size)}  ${file}`)
}

/**
 * Compares a page with its own HTML file, and each part that it loads on demand.
 * @param {BuiltFolder} build
 * @param {string} name Of the HTML file.
 * @param {Budget} budget
 */
async function comparePage(build, name, budget) {
  const { files, parts } = pageLoad(build, await html(build.folder, name))
  compare(name, build.folder, files, budget)
  for (const [part, added] of parts) {
    compare(`${part} of ${name}`, build.folder, added, BUDGETS.part)
  }
}

/**
 * The size of the compressed file, or of the file itself when the build didn't compress it.
 * @param {string} file
 */
const sentSize = (file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size

const { folder } = CONSOLE
const pages = await readBuiltPages()
const { first, beside, later, parts } = consoleLoads(
  await read(CONSOLE),
  await html(folder, 'index.html'),
  pages.map((page) => ({ ...page, areas: messageAreasOf(areaOf(page)) })),
  JSON.parse(await readFile(join(folder, '.vite', 'modules-client.json'), 'utf8')),
  ['src/app/shell/later.tsx'],
)
compare('first load', folder, first, BUDGETS.firstLoad)
compare('beside the first page', folder, beside, BUDGETS.beside)
for (const [page, files] of later) compare(page, folder, files, BUDGETS.laterPage)
for (const [part, files] of parts) compare(part, folder, files, BUDGETS.part)

await comparePage(await read(CONSOLE, 'wizard.json'), 'wizard.html', BUDGETS.wizard)

const devicePages = await read(DEVICE_PAGES)
const names = await readdir(DEVICE_PAGES.folder)
for (const name of names.filter((file) => file.endsWith('.html'))) {
  await comparePage(devicePages, name, BUDGETS.devicePage)
}
