import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from '../root.mjs'
import { folderOf, readPackage, withDependencies } from './packages.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lintel-licences-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/**
 * Installs a package.
 * @param {string} path
 * @param {object} manifest
 * @param {Record<string, string>} [files]
 */
function install(path, manifest, files = {}) {
  const folder = join(root, 'node_modules', path)
  mkdirSync(folder, { recursive: true })
  const name = path.split('/node_modules/').at(-1)
  const about = { name, version: '1.2.3', license: 'MIT', ...manifest }
  for (const [file, text] of Object.entries({ 'package.json': JSON.stringify(about), ...files })) {
    writeFileSync(join(folder, file), text)
  }
  return folder
}

test.each([
  ['/x/node_modules/react/cjs/react.js', '/x/node_modules/react'],
  ['/x/node_modules/@a/b/index.mjs?v=1', '/x/node_modules/@a/b'],
  ['/x/node_modules/a/node_modules/b/c.js', '/x/node_modules/a/node_modules/b'],
  ['\0vite/preload-helper.js', '/x/node_modules/vite'],
  ['/x/ui/src/button.tsx', undefined],
  ['\0virtual:own', undefined],
])('the module %s belongs to the package at %s', (id, folder) => {
  expect(folderOf(id, '/x')).toBe(folder)
})

test('a package is listed with its whole licence and its other notices', async () => {
  const folder = install('a', {}, { LICENSE: 'Licence of a\r\n', NOTICE: 'Notice', 'index.js': '' })
  expect(await readPackage(folder)).toEqual({
    name: 'a',
    version: '1.2.3',
    licence: 'MIT',
    text: 'Licence of a\n\n\nNotice',
  })
})

test('a part for one platform has the licence of the package that depends on it', async () => {
  install('@a/b', { optionalDependencies: { '@a/b-linux': '1' } }, { LICENSE: 'Licence of b' })
  install('@c/d', { optionalDependencies: {} }, { LICENSE: 'Licence of d' })
  expect((await readPackage(install('@a/b-linux', {}))).text).toBe('Licence of b')
})

test('a package without a licence or its text fails the build by name', async () => {
  await expect(readPackage(install('a', { license: undefined }))).rejects.toThrow(
    'a 1.2.3 does not name its licence.',
  )
  await expect(readPackage(install('b', {}))).rejects.toThrow('b 1.2.3 has no licence text')
})

test.each([
  [
    'mpg123-decoder',
    'MIT AND LGPL-2.1-only',
    ['Ethan Halsall', 'GNU LESSER GENERAL PUBLIC LICENSE'],
  ],
  ['@wasm-audio-decoders/common', 'MIT AND Zlib', ['Ethan Halsall', 'Mark Adler']],
])('%s names the licences of the code that it contains', async (name, licence, texts) => {
  const read = await readPackage(join(ROOT, 'node_modules', name))
  expect(read.licence).toBe(licence)
  for (const text of texts) expect(read.text).toContain(text)
})

test('a package outside a bundle is listed with all its installed dependencies', async () => {
  const folder = install('a', { dependencies: { b: '1' }, optionalDependencies: { gone: '1' } })
  install('b', { dependencies: { a: '1', c: '1' } })
  install('b/node_modules/c', {})
  const found = [...(await withDependencies(folder))].map((path) => path.slice(root.length))
  expect(found).toEqual(['/node_modules/a', '/node_modules/b', '/node_modules/b/node_modules/c'])
})
