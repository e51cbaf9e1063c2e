import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from 'tar'
import { ROOT } from './root.mjs'
import { run } from './run.mjs'

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

/**
 * What is read of a package.json.
 * @typedef {{ version: string, license: string, description: string, engines: object,
 *   dependencies: Record<string, string> }} Manifest
 */

/** @param {string} path From the checkout. */
const readManifest = async (path) =>
  /** @type {Manifest} */ (JSON.parse(await readFile(join(ROOT, path), 'utf8')))

/**
 * Packs a folder as npm does.
 * @param {string} folder
 * @param {string} to The folder of the package.
 * @returns the name of the package's file
 */
async function npmPack(folder, to) {
  const { code, output } = await run(
    'npm',
    ['pack', folder, '--pack-destination', to, '--json', '--ignore-scripts'],
    { output: 'collect' },
  )
  if (code !== 0) throw new Error(output)
  const packed = /** @type {{ filename: string }[]} */ (
    JSON.parse(output.slice(output.indexOf('[')))
  )
  return packed[0]?.filename ?? ''
}

/**
 * Packs the built programs as the package that `npm install` takes.
 * @param {string} to The folder of the package.
 * @returns the name of its file
 */
export async function packProduct(to) {
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
    return await npmPack(folder, to)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Packs the built console alone.
 * @param {string} to The folder of the archive.
 * @returns the name of its file
 */
export async function packConsole(to) {
  const { version } = await readManifest('package.json')
  const name = `lintel-console-${version}.tar.gz`
  const cwd = join(ROOT, 'console', 'dist')
  await create({ gzip: true, file: join(to, name), cwd, portable: true }, ['.'])
  return name
}
