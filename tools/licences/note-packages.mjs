/** Records which packages go into a bundle, for `licences.mjs`. */
import { isBuiltin } from 'node:module'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../root.mjs'
import { folderOf, withDependencies } from './packages.mjs'

/** The folder of the notes: one file per bundle with the folders of its packages. */
export const NOTES = join(ROOT, 'node_modules', '.cache', 'lintel', 'packages')

/**
 * A plugin for Vite and rolldown.
 * @param {string} name Of the bundle.
 * @returns {import('rolldown').Plugin}
 */
export function notePackages(name) {
  return {
    name: 'lintel-note-packages',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      /** @type {Set<string>} */
      const folders = new Set()
      for (const id of chunks.flatMap(({ moduleIds }) => moduleIds)) {
        const folder = folderOf(id, ROOT)
        if (folder !== undefined) folders.add(folder)
      }
      const inside = new Set(chunks.map(({ fileName }) => fileName))
      const outside = chunks
        .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
        .filter((id) => !inside.has(id) && !isBuiltin(id) && !/^[./]/.test(id))
      for (const id of outside) {
        const folder = folderOf(join(ROOT, 'node_modules', id), ROOT)
        if (folder !== undefined) await withDependencies(folder, folders)
      }
      // An app of several environments is several bundles.
      const { environment } = /** @type {{ environment?: { name: string } }} */ (this)
      const file = environment === undefined ? name : `${name}-${environment.name}`
      await mkdir(NOTES, { recursive: true })
      await writeFile(join(NOTES, `${file}.json`), JSON.stringify([...folders].toSorted()))
    },
  }
}
