import { expect, test } from 'vitest'
import { packagesFrom, sharedChunk } from './shared-chunk.mjs'

/** @type {Record<string, string[]>} What each module imports. */
const IMPORTS = {
  '/r/a.html': ['/r/ui/text.ts', '/r/node_modules/react/index.js'],
  '/r/b.html': ['/r/node_modules/react/index.js', '/r/node_modules/query/index.js'],
  '/r/ui/text.ts': ['/r/node_modules/react/index.js'],
  '/r/ui/form.ts': ['/r/ui/text.ts', '/r/node_modules/@x/forms/dist/index.js'],
  '/r/node_modules/@x/forms/dist/index.js': ['/r/node_modules/@x/forms/dist/more.js'],
  '/r/ui/circle-a.ts': ['/r/ui/circle-b.ts'],
  '/r/ui/circle-b.ts': ['/r/ui/circle-a.ts', '/r/node_modules/query/index.js'],
}

/** @param {string} id */
const importsOf = (id) => IMPORTS[id] ?? []

/** @param {string} id */
const info = (id) =>
  /** @type {import('rolldown').ModuleInfo} */ (
    /** @type {unknown} */ ({ importedIds: importsOf(id) })
  )

test('a module imports the packages that it reaches', () => {
  expect([...packagesFrom('/r/ui/form.ts', importsOf)].toSorted()).toEqual(['@x/forms', 'react'])
  expect([...packagesFrom('/r/ui/circle-a.ts', importsOf)]).toEqual(['query'])
})

test('shared modules are split by the packages that not every entry imports', () => {
  const nameOf = sharedChunk(['/r/a.html', '/r/b.html'])
  const names = ['/r/ui/text.ts', '/r/ui/form.ts', '/r/ui/circle-b.ts'].map((id) =>
    nameOf(id, { getModuleInfo: info }),
  )
  expect(names).toEqual(['shared', 'shared-@x-forms', 'shared-query'])
})
