/** The files that a browser loads for a page, by the build's manifest. */
import { firstOf } from './page-table.mjs'

/**
 * @typedef {object} Chunk A member of Vite's manifest.
 * @property {string} file
 * @property {string[]} [imports] Keys of the chunks that it imports.
 * @property {string[]} [dynamicImports] Keys of what it loads later.
 * @property {string[]} [css]
 * @property {string[]} [assets]
 *
 * @typedef {Record<string, Chunk>} Manifest
 *
 * @typedef {object} Build
 * @property {string} base The address that its folder is served at.
 * @property {Manifest} manifest
 *
 * @typedef {Record<string, string[]>} Modules The modules that each file holds (`note-modules.mjs`).
 *
 * @typedef {object} Entry An HTML file of the build.
 * @property {string} page Its name.
 * @property {string} html Its content.
 *
 * @typedef {import('./page-table.mjs').BuiltPage & { areas: readonly string[] }} Page With the areas of its messages.
 *
 * @typedef {Map<string, string[]>} Parts The files that a part adds to the page that loads it when it
 *   is wanted, by its key in the manifest.
 *
 * @typedef {object} ConsoleLoads Files, by what makes a browser load them.
 * @property {string[]} first Everything until the overview shows.
 * @property {string[]} beside What every page loads then, and waits for no longer.
 * @property {Map<string, string[]>} later What a later page adds to that, by its module.
 * @property {Parts} parts
 */

/** The modules that a `…?languages` import loads, one per language. Sizes are for English. */
const LANGUAGE_MODULE = /\?language=\w+$/

/** @param {string} key */
const isEnglish = (key) => key.endsWith('?language=en')

/**
 * @param {Manifest} manifest
 * @param {string} key
 */
function chunkOf(manifest, key) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The manifest has no ${key}.`)
  return chunk
}

/**
 * The chunks that a browser loads for these keys: the chunks themselves, their imports, and the
 * messages that they load.
 * @param {Manifest} manifest
 * @param {readonly string[]} keys
 * @returns {Set<Chunk>}
 */
function reach(manifest, keys) {
  const chunks = new Set(keys.map((key) => chunkOf(manifest, key)))
  // Iterating a set includes entries added meanwhile.
  for (const { imports = [], dynamicImports = [] } of chunks) {
    for (const key of [...imports, ...dynamicImports.filter(isEnglish)]) {
      chunks.add(chunkOf(manifest, key))
    }
  }
  return chunks
}

/** @param {Iterable<Chunk>} chunks */
const filesOf = (chunks) =>
  Array.from(chunks, ({ file, css = [], assets = [] }) => [file, ...css, ...assets]).flat()

/**
 * The files of the build that the HTML references, and which of them are chunks.
 * @param {Build} build
 * @param {Entry} entry
 */
function referencedBy({ base, manifest }, { page, html }) {
  const files = Array.from(html.matchAll(/ (?:src|href)="([^"]+)"/g), ([, address = '']) => address)
    .filter((address) => address.startsWith(base))
    .map((address) => address.slice(base.length))
  const keys = Object.entries(manifest)
    .filter(([, { file }]) => file.endsWith('.js') && files.includes(file))
    .map(([key]) => key)
  if (keys.length === 0) throw new Error(`${page} loads no chunk of the build.`)
  return { files: [page, ...files], keys }
}

/**
 * The files that a browser loads for a page with its own HTML file.
 * @param {Build} build
 * @param {Entry} entry
 * @returns {{ files: string[], parts: Parts }}
 */
export function pageLoad(build, entry) {
  const { files, keys } = referencedBy(build, entry)
  const chunks = reach(build.manifest, keys)
  /** @type {Parts} */
  const parts = new Map()
  addParts(build.manifest, chunks, () => true, parts)
  return { files: unique([...files, ...filesOf(chunks)]), parts }
}

/**
 * The files that a browser loads for the console.
 * @param {Build} build
 * @param {Entry} entry
 * @param {readonly Page[]} pages
 * @param {Modules} modules
 * @param {readonly string[]} besideKeys The modules that load beside the first page.
 * @returns {ConsoleLoads}
 * @throws when a later page is in the first load, or a page has no messages
 */
export function consoleLoads(build, entry, pages, modules, besideKeys = []) {
  const { manifest } = build
  const overview = firstOf(pages)
  const { files, keys } = referencedBy(build, entry)
  const firstChunks = reach(manifest, [...keys, overview.module])
  const first = unique([...files, ...filesOf(firstChunks)])
  const firstModules = new Set(first.flatMap((file) => modules[file] ?? []))
  const besideChunks = reach(manifest, besideKeys)
  const known = new Set([...firstChunks, ...besideChunks])
  const messageKeys = loadedLater(firstChunks).filter((key) => key.endsWith('/en.json'))

  /** @type {Map<string, string[]>} */
  const later = new Map()
  /** @type {Parts} */
  const parts = new Map()
  const modulesOfPages = new Set(pages.map(({ module }) => module))
  /** @param {string} key */
  const isPart = (key) => !modulesOfPages.has(key) && !key.endsWith('.json')
  addParts(manifest, known, isPart, parts)
  for (const { module, areas } of pages.filter((page) => page.module !== overview.module)) {
    // The manifest has a chunk for it even then; it only re-exports the module.
    if (firstModules.has(module)) throw new Error(`${module} is in the first load.`)
    const messages = areas.map((area) => {
      const key = messageKeys.find((one) => one.endsWith(`/${area}/en.json`))
      if (key === undefined) throw new Error(`The build has no messages of ${area}.`)
      return key
    })
    const chunks = reach(manifest, [module, ...messages])
    later.set(module, beyond(chunks, known))
    addParts(manifest, new Set([...known, ...chunks]), isPart, parts)
  }
  return { first, beside: beyond(besideChunks, firstChunks), later, parts }
}

/**
 * Adds what the lazy parts of these chunks load, recursively; for a part that several pages load,
 * the longest list.
 * @param {Manifest} manifest
 * @param {ReadonlySet<Chunk>} chunks
 * @param {(key: string) => boolean} isPart
 * @param {Parts} parts
 */
function addParts(manifest, chunks, isPart, parts) {
  for (const key of loadedLater(chunks).filter(
    (name) => !LANGUAGE_MODULE.test(name) && isPart(name),
  )) {
    const files = beyond(reach(manifest, [key]), chunks)
    if (files.length === 0 || files.length <= (parts.get(key)?.length ?? 0)) continue
    parts.set(key, files)
    addParts(manifest, new Set([...chunks, ...reach(manifest, [key])]), isPart, parts)
  }
}

/** @param {Iterable<Chunk>} chunks */
const loadedLater = (chunks) =>
  unique(Array.from(chunks, ({ dynamicImports = [] }) => dynamicImports).flat())

/**
 * The files of some chunks that a browser which has the others still has to load.
 * @param {ReadonlySet<Chunk>} chunks
 * @param {ReadonlySet<Chunk>} others
 */
function beyond(chunks, others) {
  const known = new Set(filesOf(others))
  return unique(filesOf(chunks)).filter((file) => !known.has(file))
}

/** @param {readonly string[]} names */
const unique = (names) => Array.from(new Set(names))

/**
 * Chunks that import each other run in an arbitrary order, and constants may be read before they
 * are initialised.
 * @param {Manifest} manifest
 * @throws when there are such files
 */
export function refuseCycles(manifest) {
  /** @type {Set<string>} */
  const done = new Set()
  /** @param {string} key @param {readonly string[]} path */
  function follow(key, path) {
    if (path.includes(key)) {
      throw new Error(`These files import each other: ${[...path, key].join(' > ')}`)
    }
    if (done.has(key)) return
    for (const next of manifest[key]?.imports ?? []) follow(next, [...path, key])
    done.add(key)
  }
  for (const key of Object.keys(manifest)) follow(key, [])
}
