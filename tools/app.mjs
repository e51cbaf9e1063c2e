/**
 * `npm run app [-- --out FILE]`: packs the sample application (`apps/ring-counter`) as a package that
 * devices install, and prints its path.
 */
import { chmod, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { ROOT } from './root.mjs'
import { reasonOf, say } from './run.mjs'

const SOURCE = join(ROOT, 'apps', 'ring-counter')
const PROGRAM = 'ring_counter'

/**
 * Packs the sample application: its program in one file, its manifest first.
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
    await cp(join(SOURCE, 'html'), join(folder, 'html'), { recursive: true })
    await mkdir(dirname(file), { recursive: true })
    await create({ cwd: folder, file: temporary, gzip: true, portable: true }, [
      'manifest.json',
      PROGRAM,
      'html',
    ])
    await rename(temporary, file)
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rm(temporary, { force: true })
  }
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
