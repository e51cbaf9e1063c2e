/** Which files of a build a browser loads for a page, by the build's manifest. */
import { firstOf } from './page-table.mjs'

/**
 * @typedef {object} Chunk A member of Vite's manifest.
 * @property {string} file
 * @property {string} [name]
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
 * @typedef {import('./page-table.mjs').BuiltPage & { area: string }} Page With the area of its messages.
 *
 * @typedef {object} ConsoleLoads Files, by what makes a browser load them.
 * @property {string[]} first Everything until the overview stands there.
 * @property {string[]} shared What several later pages share.
 * @property {Map<string, string[]>} later What a later page, or a part of the first load's, adds to
 *   that, by its key in the manifest.
 */

/** The modules that a `…?languages` import loads: those of one language. */
const WORDS = /\?language=(\w+)$/

/** @param {string} key */
const isWords = (key) => WORDS.test(key)

/**
 * Sizes are told for English, so the other languages are left out.
 * @param {string} key
 */
const inEnglish = (key) => !isWords(key) || key.endsWith('=en')

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
 * The chunks that these keys lead to, themselves among them.
 * @param {Manifest} manifest
 * @param {readonly string[]} keys
 * @param {(chunk: Chunk) => readonly string[]} next
 * @returns {Set<Chunk>}
 */
function reach(manifest, keys, next) {
  /** @type {Set<Chunk>} */
  const chunks = new Set()
  const waiting = [...keys]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const chunk = chunkOf(manifest, key)
    if (chunks.has(chunk)) continue
    chunks.add(chunk)
    waiting.push(...next(chunk))
  }
  return chunks
}

/** @param {Chunk} chunk */
const imported = ({ imports = [] }) => imports

/** @param {Chunk} chunk */
const importedOrLoaded = ({ imports = [], dynamicImports = [] }) => [
  ...imports,
  ...dynamicImports.filter(inEnglish),
]

/** @param {Iterable<Chunk>} chunks */
const filesOf = (chunks) =>
  Array.from(chunks, ({ file, css = [], assets = [] }) => [file, ...css, ...assets]).flat()

/**
 * What the HTML itself names: files of the build, and those of them that are chunks.
 * @param {Build} build
 * @param {Entry} entry
 */
function named({ base, manifest }, { page, html }) {
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
 * Everything that a page with an HTML file of its own can load, in English.
 * @param {Build} build
 * @param {Entry} entry
 * @returns {string[]}
 */
export function wholeLoad(build, entry) {
  const { files, keys } = named(build, entry)
  return unique([...files, ...filesOf(reach(build.manifest, keys, importedOrLoaded))])
}

/**
 * What a browser loads of the console.
 * @param {Build} build
 * @param {Entry} entry
 * @param {readonly Page[]} pages
 * @param {Modules} modules
 * @returns {ConsoleLoads}
 * @throws when a later page is in the first load, or a page has no words
 */
export function consoleLoads(build, entry, pages, modules) {
  const { manifest } = build
  const overview = firstOf(pages)
  const { files, keys } = named(build, entry)
  const app = reach(manifest, keys, imported)
  const words = keysLoadedBy(app).filter((key) => isWords(key) && inEnglish(key))
  const firstChunks = reach(manifest, [...keys, ...words, overview.module], imported)
  const first = unique([...files, ...filesOf(firstChunks)])
  const firstModules = new Set(first.flatMap((file) => modules[file] ?? []))
  const sharedKeys = Object.keys(manifest).filter((key) => manifest[key]?.name === 'shared')
  const shared = unique(filesOf(sharedKeys.map((key) => chunkOf(manifest, key))))

  const areaWords = keysLoadedBy(words.map((key) => chunkOf(manifest, key)))
  /** @param {string} area */
  const wordsOf = (area) => {
    const key = areaWords.find((candidate) => candidate.endsWith(`/${area}/en.json`))
    if (key === undefined) throw new Error(`The build has no words of ${area}.`)
    return key
  }
  /** @type {Map<string, string[]>} */
  const later = new Map()
  for (const { module, area } of pages.filter((page) => page.module !== overview.module)) {
    // The manifest has a chunk for it even then, which only exports it again.
    if (firstModules.has(module)) throw new Error(`${module} is in the first load.`)
    const known = new Set([...first, ...shared])
    later.set(module, added(manifest, [module, wordsOf(area)], known))
  }
  // What the first load fetches when it is wanted must do without what the later pages share.
  const parts = keysLoadedBy(firstChunks).filter(
    (key) =>
      !isWords(key) && !areaWords.includes(key) && !later.has(key) && key !== overview.module,
  )
  for (const part of parts.filter(inEnglish)) {
    later.set(part, added(manifest, [part], new Set(first)))
  }
  return { first, shared, later }
}

/** @param {Iterable<Chunk>} chunks */
const keysLoadedBy = (chunks) =>
  unique(Array.from(chunks, ({ dynamicImports = [] }) => dynamicImports).flat())

/**
 * The files that these keys lead to beyond those that the browser has.
 * @param {Manifest} manifest
 * @param {readonly string[]} keys
 * @param {ReadonlySet<string>} known
 */
function added(manifest, keys, known) {
  const chunks = reach(manifest, keys, (chunk) =>
    known.has(chunk.file) ? [] : importedOrLoaded(chunk),
  )
  return unique(filesOf(chunks)).filter((file) => !known.has(file))
}

/** @param {readonly string[]} names */
const unique = (names) => Array.from(new Set(names))

/**
 * Files that import each other run in an order that nobody chose: constants are missing when they
 * are first read.
 * @param {Manifest} manifest
 * @throws when there are such files
 */
export function refuseCycles(manifest) {
  /** @type {Set<string>} */
  const done = new Set()
  /** @param {string} key @param {readonly string[]} way */
  function follow(key, way) {
    if (way.includes(key))
      throw new Error(`These files import each other: ${[...way, key].join(' > ')}`)
    if (done.has(key)) return
    for (const next of manifest[key]?.imports ?? []) follow(next, [...way, key])
    done.add(key)
  }
  for (const key of Object.keys(manifest)) follow(key, [])
}
