import { rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import { notePackages } from './licences/note-packages.mjs'
import { ROOT } from './root.mjs'

/** Native modules, and the packages that import them, stay in node_modules. */
const NATIVE = [/^libsql$/, /^@libsql\//, /^@napi-rs\//]

/**
 * Parts of Fastify and its static plugin that the device never uses: JSON schemas, injected
 * requests, directory routes. Half a megabyte of code.
 */
const UNUSED = new Set([
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'glob',
  'light-my-request',
])
const EMPTY = '\0lintel-empty'

/**
 * Replaces each unused module with an empty one.
 * @returns {import('rolldown').Plugin}
 */
const withoutUnused = () => ({
  name: 'lintel-without-unused',
  resolveId: (id) => (UNUSED.has(id) ? EMPTY : undefined),
  load: (id) => (id === EMPTY ? 'module.exports = {}' : undefined),
})

/**
 * Native modules that ssh2 does without. They are there where a compiler was when the packages were
 * installed.
 */
const OPTIONAL = new Set(['cpu-features', './crypto/build/Release/sshcrypto.node'])
const MISSING = '\0lintel-missing'

/**
 * Bundles ssh2 without its native modules, and without its own folder, which it only needs for files
 * that it doesn't use.
 * @returns {import('rolldown').Plugin}
 */
const withoutNative = () => ({
  name: 'lintel-without-native',
  resolveId: (id) => (OPTIONAL.has(id) ? MISSING : undefined),
  load: (id) => (id === MISSING ? "throw new Error('This module is missing.')" : undefined),
  transform: (code, id) =>
    id.includes('/node_modules/ssh2/lib/') ? code.replaceAll('__dirname', "''") : undefined,
})

/**
 * Escapes characters outside Latin-1: a single one makes V8 store the source, which it keeps for
 * the life of the process, with two bytes per character.
 * @returns {import('rolldown').Plugin}
 */
const inLatin1 = () => ({
  name: 'lintel-in-latin-1',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\xff]/g, escaped)
    }
  },
})

/** @param {string} unit One UTF-16 code unit. */
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Modules that run as separate threads or processes, by output file. */
const ENTRIES = {
  main: 'device/src/main.ts',
  'clip-worker': 'device/src/engines/clips/worker.ts',
  'pkcs12-worker': 'device/src/certificates/pkcs12-worker.ts',
  'media-worker': 'device/src/engines/media/worker.ts',
  'video-worker': 'device/src/engines/video/worker.ts',
}

/**
 * Bundles the device into device/dist: `main.js`, the workers, and chunks for rarely used code.
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
    plugins: [notePackages('device'), withoutUnused(), withoutNative(), inLatin1()],
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
