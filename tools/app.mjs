/**
 * `npm run app [-- --out FILE]`: packs the sample application (`apps/ring-counter`) as a package that
 * devices install, and prints its path.
 */
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { ROOT } from './root.mjs'
import { reasonOf, say } from './run.mjs'

const SOURCE = join(ROOT, 'apps', 'ring-counter')
const PROGRAM = 'ring_counter'

/**
 * Packs the sample application as the public tools do: its manifest first, then what devices read that
 * know no manifests, then its program, in one file, and its pages.
 * @param {string} file
 */
export async function packSample(file) {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-app-'))
  const temporary = `${file}.${process.pid}`
  try {
    const [{ build }, { create }] = await Promise.all([import('rolldown'), import('tar')])
    await build({
      cwd: ROOT,
      input: join(SOURCE, 'src', 'main.ts'),
      platform: 'node',
      // Speed up ws where they are installed.
      external: ['bufferutil', 'utf-8-validate'],
      // A file without an extension is CommonJS.
      output: { file: join(folder, PROGRAM), format: 'cjs', banner: '#!/usr/bin/env node' },
      logLevel: 'warn',
    })
    await chmod(join(folder, PROGRAM), 0o755)
    await cp(join(SOURCE, 'manifest.json'), join(folder, 'manifest.json'))
    await writeFile(join(folder, 'package.conf'), confOf(await manifestIn(SOURCE)))
    await cp(join(SOURCE, 'html'), join(folder, 'html'), { recursive: true })
    await mkdir(dirname(file), { recursive: true })
    await create({ cwd: folder, file: temporary, gzip: true, portable: true }, [
      'manifest.json',
      'package.conf',
      PROGRAM,
      'html',
    ])
    await rename(temporary, file)
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rm(temporary, { force: true })
  }
}

/**
 * @typedef {{ setup: Record<string, string>, configuration: { settingPage: string } }} PackageConf
 * @param {string} source
 */
async function manifestIn(source) {
  const text = await readFile(join(source, 'manifest.json'), 'utf8')
  const { acapPackageConf } = /** @type {{ acapPackageConf: PackageConf }} */ (JSON.parse(text))
  return acapPackageConf
}

/**
 * The same settings in the older form: lines of `NAME="value"`.
 * @param {PackageConf} manifest
 */
function confOf({ setup, configuration }) {
  const [major = '', minor = '', micro = ''] = (setup.version ?? '').split('.')
  const values = {
    PACKAGENAME: setup.friendlyName,
    APPTYPE: setup.architecture,
    APPNAME: setup.appName,
    APPID: setup.appId,
    LICENSEPAGE: 'none',
    VENDOR: setup.vendor,
    REQEMBDEVVERSION: setup.embeddedSdkVersion,
    APPMAJORVERSION: major,
    APPMINORVERSION: minor,
    APPMICROVERSION: micro,
    STARTMODE: setup.runMode,
    SETTINGSPAGEFILE: configuration.settingPage,
  }
  return Object.entries(values)
    .map(([name, value = '']) => `${name}="${value}"\n`)
    .join('')
}

async function main() {
  const { values } = parseArgs({ options: { out: { type: 'string' } } })
  const file = resolve(values.out ?? join(ROOT, '.apps', 'ring-counter.eap'))
  await packSample(file)
  process.stdout.write(`${file}\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main().catch((cause) => {
    say(reasonOf(cause))
    process.exitCode = 1
  })
}
