/**
 * `npm run pack`: builds the product and packs it into `dist/`:
 * - `lintel-<version>.tgz`, a package with device, bench, gateway and console, for `npm install` in
 *   any folder;
 * - `lintel-console-<version>.tar.gz`, the console's files, for a web server that hosts them at
 *   `/webapp/hw/` of a device.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { ROOT } from './root.mjs'
import { reasonOf, say } from './run.mjs'

const OUT = join(ROOT, 'dist')

try {
  await install()
  const { packConsole, packProduct } = await import('./packages.mjs')
  await build()
  await rm(OUT, { recursive: true, force: true })
  await mkdir(OUT)
  for (const name of [await packProduct(OUT), await packConsole(OUT)]) say(`dist/${name}`)
} catch (error) {
  say(reasonOf(error))
  process.exitCode = 1
}
