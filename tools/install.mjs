/** Installs the packages when they don't match the lockfile. Needs only Node and npm. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from './root.mjs'
import { run, say } from './run.mjs'

/** @typedef {Record<string, { version?: string, link?: boolean, optional?: boolean }>} Packages */

/**
 * The packages in a lockfile; undefined when it can't be read.
 * @param {string} file
 * @returns {Promise<Packages | undefined>}
 */
async function packagesIn(file) {
  try {
    const text = await readFile(join(ROOT, file), 'utf8')
    const lock = /** @type {{ packages: Packages }} */ (JSON.parse(text))
    return lock.packages
  } catch {
    return undefined
  }
}

/**
 * Whether the installed packages match the lockfile. Packages for other platforms may be absent.
 * @param {Packages} locked
 * @param {Packages} installed
 */
export function matches(locked, installed) {
  return Object.entries(locked).every(([path, { version, link, optional }]) => {
    if (path === '') return true
    const found = installed[path]
    if (!found) return optional === true
    return found.version === version && found.link === link
  })
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  say(`Lintel needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Installs when needed; exits with a reason when that fails. */
export async function install() {
  checkNode()
  const locked = await packagesIn('package-lock.json')
  const installed = await packagesIn('node_modules/.package-lock.json')
  if (locked && installed && matches(locked, installed)) return
  say('Installing packages…')
  const npm = process.env['npm_execpath']
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output } = await (npm
    ? run(process.execPath, [npm, ...args], { output: 'collect' })
    : run('npm', args, { output: 'collect' }))
  if (code === 0) return
  say(output.trim())
  say(
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(output)
      ? 'The packages could not be fetched: the package registry does not answer. Connect to the network once, then run this again.'
      : 'The packages could not be installed.',
  )
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await install()
