import { rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import { notePackages } from './licences/note-packages.mjs'
import { ROOT } from './root.mjs'

/** Native code and what would pull it in: stays in node_modules. */
const NATIVE = [/^libsql$/, /^@libsql\//, /^@napi-rs\//]

/** Modules that run on their own beside the main one, by the file that they become. */
const ENTRIES = {
  main: 'device/src/main.ts',
  'pkcs12-worker': 'device/src/certificates/pkcs12-worker.ts',
  'video-worker': 'device/src/engines/video/worker.ts',
}

/**
 * Bundles the device into device/dist: `main.js`, the workers, and chunks for what is seldom needed.
 * @returns {Promise<void>}
 */
export async function buildDevice() {
  const folder = join(ROOT, 'device', 'dist')
  await rm(folder, { recursive: true, force: true })
  await build({
    cwd: ROOT,
    input: Object.fromEntries(
      Object.entries(ENTRIES).filter(([, path]) => existsSync(join(ROOT, path))),
    ),
    platform: 'node',
    external: NATIVE,
    plugins: [notePackages('device')],
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
      minify: false,
      sourcemap: false,
    },
    logLevel: 'warn',
  })
}
