/** Finds a Chromium for the browser tests, or installs one. */
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { bin, run, say } from './run.mjs'

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
const MAC_APPS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** @param {string} file */
function runs(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @param {string} name */
const onPath = (name) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(runs)

/** The path of Playwright's own browser, installed or not. */
async function playwrightChromium() {
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

/**
 * The Chromium to use: the one in `CHROMIUM`, Debian's headless shell (twice as fast in tests as
 * the full browser), or any other. Undefined makes Playwright use its own.
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env['CHROMIUM']
  if (named) return named
  return NAMES.map(onPath).find(Boolean) ?? MAC_APPS.find(runs)
}

async function installWithApt() {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  /** @param {string[]} args */
  const apt = (...args) => {
    const [command = '', ...rest] = [
      ...asRoot,
      'apt-get',
      '-qq',
      '-o',
      'DPkg::Lock::Timeout=300',
      ...args,
    ]
    return run(command, rest, { output: 'collect', env: { DEBIAN_FRONTEND: 'noninteractive' } })
  }
  if (!onPath('apt-get')) return false
  await apt('update')
  const packages = ['chromium-headless-shell', 'fonts-liberation']
  const { code } = await apt('install', '-y', '--no-install-recommends', ...packages)
  return code === 0
}

/**
 * Finds or installs a browser.
 * @returns {Promise<boolean>} False when none could be installed.
 */
export async function ensureChromium() {
  if (findChromium() ?? existsSync(await playwrightChromium())) return true
  say('Installing a browser for the tests…')
  if (await installWithApt()) return true
  const { code, output } = await run(bin('playwright'), ['install', 'chromium-headless-shell'], {
    output: 'collect',
  })
  if (code !== 0) say(`No Chromium was found, and none could be installed.\n${output.trim()}`)
  return code === 0
}
