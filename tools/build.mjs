/**
 * Builds stale targets: `node tools/build.mjs [--force]
 * [console|device-pages|page|device|board|gateway|parts …]`; by default the product.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeLicences } from './licences/licences.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { ROOT } from './root.mjs'
import { bin, reasonOf, run, say } from './run.mjs'
import { importsIn } from './source-rules/imports.mjs'

const STAMPS = join(ROOT, 'node_modules', '.cache', 'lintel')

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string[]} inputs Its source folders.
 * @property {string} entry The module that configures or runs the build; the tools that it imports
 *   are inputs too.
 * @property {string} proof A file that exists once it is built.
 * @property {() => Promise<void>} build
 * @property {boolean} [forTests] Not part of the product.
 */

/**
 * Builds a page for production by Vite, in a separate process: two at once use two cores.
 * @param {string} folder
 */
async function viteBuild(folder) {
  const { code, output } = await run(bin('vite'), ['build', folder, '--logLevel', 'warn'], {
    output: 'collect',
    env: { NODE_ENV: 'production' },
  })
  if (code !== 0) throw new Error(output.trim())
  if (output.trim() !== '') say(output.trim())
}

/** @type {Target[]} */
const TARGETS = [
  {
    name: 'console',
    inputs: ['console', 'ui', 'contract'],
    entry: 'console/vite.config.ts',
    proof: 'console/dist/index.html',
    build: () => viteBuild('console'),
  },
  {
    name: 'device-pages',
    inputs: ['device-pages', 'ui', 'contract'],
    entry: 'device-pages/vite.config.ts',
    proof: 'device-pages/dist/local-player.html',
    build: () => viteBuild('device-pages'),
  },
  {
    name: 'page',
    inputs: ['board', 'ui', 'contract'],
    entry: 'board/bench-page/vite.config.ts',
    proof: 'board/dist-page/index.html',
    build: () => viteBuild('board/bench-page'),
  },
  {
    name: 'device',
    inputs: ['device', 'disk-image', 'front-door', 'contract'],
    entry: 'tools/build-device.mjs',
    proof: 'device/dist/main.js',
    build: async () => (await import('./build-device.mjs')).buildDevice(),
  },
  {
    name: 'board',
    inputs: ['board', 'disk-image', 'front-door', 'contract'],
    entry: 'tools/build-board.mjs',
    proof: 'board/dist/main.js',
    build: async () => (await import('./build-board.mjs')).buildBoard(),
  },
  {
    name: 'gateway',
    inputs: ['gateway', 'front-door', 'contract'],
    entry: 'tools/build-board.mjs',
    proof: 'gateway/dist/main.js',
    build: async () => (await import('./build-board.mjs')).buildGateway(),
  },
  {
    name: 'parts',
    inputs: ['ui', 'contract'],
    entry: 'ui/parts/vite.config.ts',
    proof: 'ui/dist-parts/index.html',
    build: () => viteBuild('ui/parts'),
    forTests: true,
  },
]

const PRODUCT = TARGETS.filter(({ forTests }) => !forTests)

/** The product, and the page of parts for browser tests and contact sheets. */
export const ALL = TARGETS.map(({ name }) => name)

/**
 * Every file below a folder, sorted, without tests and build output.
 * @param {string} folder
 */
async function filesIn(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/\/(node_modules|dist[^/]*)\/|\.test\.tsx?$/.test(path))
    .toSorted()
}

/**
 * A module and those that it imports by relative paths, directly or through others.
 * @param {string} entry Its path from the checkout.
 * @returns {Promise<string[]>} Paths from the checkout.
 */
export async function modulesFrom(entry) {
  const modules = new Set([entry])
  // Iterating a set includes entries added meanwhile.
  for (const module of modules) {
    const code = await readFile(join(ROOT, module), 'utf8').catch(() => '')
    for (const target of importsIn(code).filter((path) => path.startsWith('.'))) {
      modules.add(normalize(join(dirname(module), target)))
    }
  }
  return [...modules]
}

/**
 * A digest of a target's inputs.
 * @param {Target} target
 */
async function digestOf({ inputs, entry }) {
  const hash = createHash('sha256')
  for (const input of [...inputs, ...(await modulesFrom(entry)), 'package-lock.json']) {
    const path = join(ROOT, input)
    const files = input.includes('.') ? [path] : await filesIn(path)
    const contents = await Promise.all(files.map((file) => readFile(file).catch(() => '')))
    files.forEach((file, index) => {
      const content = contents[index] ?? ''
      hash.update(`${file.slice(ROOT.length)}\0${content.length}\0`).update(content)
    })
  }
  return hash.digest('hex')
}

/** @param {Target} target */
const stampOf = ({ name }) => join(STAMPS, `${name}.sha256`)

/**
 * The targets that have to be built, each with its new digest.
 * @param {readonly string[]} names Empty for the product.
 * @param {boolean} force
 */
async function stale(names, force) {
  const chosen = names.length === 0 ? PRODUCT : TARGETS.filter(({ name }) => names.includes(name))
  const checked = await Promise.all(
    chosen.map(async (target) => {
      const digest = await digestOf(target)
      const built = await readFile(stampOf(target), 'utf8').catch(() => '')
      return { target, digest, fresh: built === digest && existsSync(join(ROOT, target.proof)) }
    }),
  )
  return checked.filter(({ fresh }) => force || !fresh)
}

/**
 * Builds the stale ones of the named targets; by default of the product.
 * @param {readonly string[]} [names]
 * @param {boolean} [force]
 * @throws when one fails; the others are still built.
 */
export async function build(names = [], force = false) {
  if ((await stale(names, force)).length === 0) return
  const lock = join(STAMPS, 'build.lock')
  await oneAtATime(
    lock,
    () => buildStale(names, force),
    () => say('Waiting for another build of this checkout…'),
  )
}

/**
 * @param {readonly string[]} names
 * @param {boolean} force
 */
async function buildStale(names, force) {
  const work = await stale(names, force)
  if (work.length === 0) return
  say(`Building ${work.map(({ target }) => target.name).join(', ')}…`)
  const ends = await Promise.allSettled(
    work.map(async ({ target, digest }) => {
      await rm(stampOf(target), { force: true })
      await target.build()
      await writeFile(stampOf(target), digest)
    }),
  )
  const failed = ends.flatMap((end, index) =>
    end.status === 'rejected' ? [`${work[index]?.target.name}: ${reasonOf(end.reason)}`] : [],
  )
  if (failed.length > 0) throw new Error(`The build failed.\n${failed.join('\n')}`)
  // A selection of targets is not a product.
  if (PRODUCT.every(({ proof }) => existsSync(join(ROOT, proof)))) await writeLicences()
}

/** Builds the product in a separate process, to free the memory; exits this one when it fails. */
export async function buildApart() {
  if ((await stale([], false)).length === 0) return
  const { code } = await run(process.execPath, [fileURLToPath(import.meta.url)], {
    output: 'stderr',
  })
  if (code !== 0) process.exit(code)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2).filter((word) => word !== '--force')
  await build(names, process.argv.includes('--force')).catch((error) => {
    say(reasonOf(error))
    process.exitCode = 1
  })
}
