/** Chooses the chunk of a module that several pages share. */

const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//

/**
 * A name function for a group of rolldown's `codeSplitting`: `shared` for a module that imports
 * only packages that every entry imports, otherwise a chunk for each set of such packages. So a
 * page that needs a small function of a form doesn't load the form library with it. A module
 * imports at least the packages of its imports, so these chunks can't form an import cycle.
 * @param {readonly string[]} entries Paths of files.
 * @param {(id: string) => string} [prefixOf] What the names begin with, by module.
 * @returns {import('rolldown').CodeSplittingNameFunction}
 */
export function sharedChunk(entries, prefixOf = () => 'shared') {
  /** @type {Set<string> | undefined} */
  let everywhere
  return (id, context) => {
    /** @param {string} from */
    const importsOf = (from) => context.getModuleInfo(from)?.importedIds ?? []
    everywhere ??= entries
      .map((entry) => packagesFrom(entry, importsOf))
      .reduce((all, some) => new Set([...all].filter((name) => some.has(name))))
    const own = [...packagesFrom(id, importsOf)].filter((name) => !everywhere?.has(name))
    return [prefixOf(id), ...own.toSorted()].join('-').replaceAll('/', '-')
  }
}

/**
 * The packages that a module imports, directly or through others.
 * @param {string} id
 * @param {(id: string) => readonly string[]} importsOf
 */
export function packagesFrom(id, importsOf) {
  const modules = new Set([id])
  // Iterating a set includes entries added meanwhile.
  for (const module of modules) for (const next of importsOf(module)) modules.add(next)
  const names = Array.from(modules, (module) => PACKAGE.exec(module)?.[1])
  return new Set(names.filter((name) => name !== undefined))
}
