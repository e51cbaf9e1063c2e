/** Records which modules each chunk contains, which the manifest lacks, for `bytes.mjs`. */
import { relative } from 'node:path'

/**
 * The Vite plugin: writes `.vite/modules-<environment>.json`, module paths from the root by file.
 * @returns {import('vite').Plugin}
 */
export function noteModules() {
  return {
    name: 'lintel-note-modules',
    apply: 'build',
    generateBundle(_options, bundle) {
      const { name, config } = this.environment
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const modules = chunks.map(({ fileName, moduleIds }) => [
        fileName,
        moduleIds.map((id) => relative(config.root, id)),
      ])
      this.emitFile({
        type: 'asset',
        fileName: `.vite/modules-${name}.json`,
        source: JSON.stringify(Object.fromEntries(modules)),
      })
    },
  }
}
