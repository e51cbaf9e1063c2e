/**
 * `npm run pack`: builds the product and packs it into `dist/`:
 * - `lintel-<version>.tgz`, a package with device, bench, gateway and console, for `npm install` in
 *   any folder;
 * - `lintel-console-<version>.tar.gz`, the console's files, for a web server that hosts them at
 *   `/webapp/hw/` of a device.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { ROOT } from './root.mjs'
import { reasonOf, run, say } from './run.mjs'

/** What the programs need at run time, at the same paths as in the checkout. */
const PARTS = [
  'board/dist',
  'board/dist-page',
  'gateway/dist',
  'device/dist',
  'console/dist',
  'device-pages/dist',
  'LICENSE',
  'README.md',
]

/** Packages with native modules, which the bundles leave out (tools/build-device.mjs). */
const NATIVE = ['libsql', '@napi-rs/canvas']

const OUT = join(ROOT, 'dist')

/**
 * What is read of a package.json.
 * @typedef {{ version: string, license: string, description: string, engines: object,
 *   dependencies: Record<string, string> }} Manifest
 */

/** @param {string} path From the checkout. */
const readManifest = async (path) =>
  /** @type {Manifest} */ (JSON.parse(await readFile(join(ROOT, path), 'utf8')))

/** Packs a folder as npm does; returns the name of the file in `dist/`. @param {string} folder */
async function npmPack(folder) {
  const { code, output } = await run(
    'npm',
    ['pack', folder, '--pack-destination', OUT, '--json', '--ignore-scripts'],
    { output: 'collect' },
  )
  if (code !== 0) throw new Error(output)
  const packed = /** @type {{ filename: string }[]} */ (
    JSON.parse(output.slice(output.indexOf('[')))
  )
  return packed[0]?.filename ?? ''
}

/** The package that `npm install` takes. */
async function packProduct() {
  const { version, license, description, engines } = await readManifest('package.json')
  const { dependencies } = await readManifest('device/package.json')
  const folder = await mkdtemp(join(tmpdir(), 'lintel-pack-'))
  try {
    for (const part of PARTS) await cp(join(ROOT, part), join(folder, part), { recursive: true })
    await mkdir(join(folder, 'bin'))
    await cp(join(ROOT, 'tools', 'packed-start.mjs'), join(folder, 'bin', 'lintel.mjs'))
    const manifest = {
      name: 'lintel',
      version,
      description,
      license,
      type: 'module',
      bin: { lintel: 'bin/lintel.mjs' },
      engines,
      dependencies: Object.fromEntries(NATIVE.map((name) => [name, dependencies[name]])),
    }
    await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    return await npmPack(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The console alone. */
async function packConsole() {
  const { version } = await readManifest('package.json')
  const name = `lintel-console-${version}.tar.gz`
  const { create } = await import('tar')
  await create(
    { gzip: true, file: join(OUT, name), cwd: join(ROOT, 'console', 'dist'), portable: true },
    ['.'],
  )
  return name
}

try {
  await install()
  await build()
  await rm(OUT, { recursive: true, force: true })
  await mkdir(OUT)
  for (const name of [await packProduct(), await packConsole()]) say(`dist/${name}`)
} catch (error) {
  say(reasonOf(error))
  process.exitCode = 1
}
