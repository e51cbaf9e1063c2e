/** Finds the browser tests that a change can affect: its areas, by following imports. */
import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { run } from './run.mjs'
import { ROOT } from './root.mjs'
import { importsIn } from './source-rules/imports.mjs'

/**
 * Folders with a subfolder per area, or for the bench page and the page of parts, named like its
 * tests.
 */
const AREA = new RegExp(
  `^(?:${[
    'console/src/areas',
    'console/messages',
    'device/src/services',
    'device/src/engines',
    'device-pages/src',
    'device-pages/messages',
    'board',
    'ui',
    'e2e',
  ].join('|')})/([^/]+)/`,
)
/** Tests, the API reference and the bench page list all calls; that says nothing about areas. */
const LISTS = new Set(['contract/src/calls/all.ts'])
/** Files that can't affect a browser test. */
const UNSEEN = /\.md$|^docs\/|^\.(?!npmrc)|\.test\.(?:tsx?|mjs)$/
/** Test helpers: only those that a browser test imports can affect one. */
const HELPER = /\/testing\//
const SOURCE = /\.(?:tsx?|mjs|css|json)$/
const CODE = /\.(?:tsx?|mjs|css)$/

/**
 * The files that differ from a commit, including untracked ones.
 * @param {string} since
 * @returns {Promise<string[]>} Paths from the checkout.
 * @throws {Error} when there is no such commit.
 */
export async function changedFiles(since) {
  const tracked = await run('git', ['diff', '--name-only', since], { output: 'collect' })
  if (tracked.code !== 0) throw new Error(tracked.output.trim())
  const untracked = await run('git', ['ls-files', '--others', '--exclude-standard'], {
    output: 'collect',
  })
  return `${tracked.output}${untracked.output}`.split('\n').filter(Boolean)
}

/**
 * The source files of the checkout by path, with their code.
 * @returns {Promise<Map<string, string>>}
 */
export async function readSources() {
  const { output } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    output: 'collect',
  })
  const files = output.split('\n').filter((file) => SOURCE.test(file))
  /** @type {[string, string][]} */
  const read = await Promise.all(
    files.map(async (file) => [
      file,
      CODE.test(file) ? await readFile(join(ROOT, file), 'utf8').catch(() => '') : '',
    ]),
  )
  return new Map(read)
}

/**
 * The browser tests that a change can affect.
 * @param {readonly string[]} changed
 * @param {ReadonlyMap<string, string>} sources
 * @returns {string[] | 'everything'} Paths of tests and of folders of tests below `e2e/`.
 */
export function browserTestsOf(changed, sources) {
  const importers = importersIn(sources)
  const folders = new Set(
    Array.from(sources.keys(), (file) => /^e2e\/([^/]+)\/[^/]+\.test\.ts$/.exec(file)?.[1]),
  )
  /** @param {string} file */
  const testedArea = (file) => {
    const area = AREA.exec(file)?.[1]
    return folders.has(area) ? area : undefined
  }
  /** @type {Set<string>} */
  const tests = new Set()
  const seen = new Set(changed)
  for (const file of seen) {
    if (/^e2e\/.*\.test\.ts$/.test(file)) {
      if (sources.has(file)) tests.add(file)
      continue
    }
    if (UNSEEN.test(file) || LISTS.has(file)) continue
    if (file.startsWith('e2e/baselines/')) {
      tests.add('e2e/look/')
      continue
    }
    const next = importers.get(file) ?? []
    const area = testedArea(file)
    if (area !== undefined) {
      tests.add(`e2e/${area}/`)
      // Other importers are those of every area: the table of pages, the list of services.
      const others = next.filter((one) => (testedArea(one) ?? area) !== area)
      for (const importer of others) seen.add(importer)
      continue
    }
    if (next.length === 0 && HELPER.test(file)) continue
    // Nothing imports it: an entry point, a configuration, or a file that is read at run time.
    if (next.length === 0) return 'everything'
    for (const importer of next) seen.add(importer)
  }
  return Array.from(tests).toSorted()
}

/**
 * The importers of each file, without unit tests.
 * @param {ReadonlyMap<string, string>} sources
 * @returns {Map<string, string[]>}
 */
function importersIn(sources) {
  /** @type {Map<string, string[]>} */
  const importers = new Map()
  for (const [file, code] of sources) {
    if (UNSEEN.test(file) && !file.startsWith('e2e/')) continue
    for (const target of importsIn(code)) {
      const path = target.startsWith('.')
        ? normalize(join(dirname(file), target))
        : target.replace(/^@lintel\/([^/]+)\//, '$1/src/')
      for (const found of [path, `${path}.ts`, `${path}.tsx`]) {
        if (sources.has(found)) importers.set(found, [...(importers.get(found) ?? []), file])
      }
    }
  }
  return importers
}
