/**
 * One name for one area (ARCHITECTURE.md, "The console"): the first part of its route, in kebab
 * case, names the folders of its pages, messages and browser tests, and in camel case its message
 * ids. The pages of SIP are areas by the first two parts.
 */

/** Folders of messages that several areas share, or that load with a part. Their ids may begin with any area. */
const SHARED = new Set([
  'address-test',
  'book-preview',
  'files',
  'heat',
  'image',
  'next-steps',
  'restart',
  'setup',
  'shell',
  'start',
  'tiles',
  'wizard',
])

/** Areas without a folder of pages. */
const NOT_A_FOLDER = new Set(['search'])

/** Prefixes that the specification itself gives to ids of another area (A §8). */
const SPECIFIED = /^(camera|sip|tls)\./

/**
 * The areas of the page table's rows.
 * @param {string} pageTable The text of `console/src/app/pages.ts`.
 * @returns {{ all: Set<string>, built: Set<string> }}
 */
function areasIn(pageTable) {
  /** @param {RegExp} row */
  const areas = (row) =>
    new Set(
      Array.from(pageTable.matchAll(row), ([, first = '']) =>
        first === ''
          ? 'overview'
          : first.replace('/', '-').replaceAll(/[A-Z]/g, (one) => `-${one.toLowerCase()}`),
      ),
    )
  return {
    all: areas(/\bpath:\s+'\/(sip\/[^/']*|[^/']*)/g),
    built: areas(/\bpath:\s+'\/(sip\/[^/']*|[^/']*)[^']*',\s+titleId:/g),
  }
}

/** @param {string} area */
const camelCase = (area) => area.replaceAll(/-\w/g, (one) => one.slice(1).toUpperCase())

/**
 * Areas that are missing or have another name.
 * @param {string} pageTable The text of `console/src/app/pages.ts`.
 * @param {{ pages: readonly string[], messages: ReadonlyMap<string, readonly string[]>, tests:
 * readonly string[] }} folders Names of the folders of pages and browser tests, and of message
 * folders with their ids.
 * @returns {string[]}
 */
export function misnamedAreas(pageTable, { pages, messages, tests }) {
  const { all, built } = areasIn(pageTable)
  const wrong = []
  for (const area of built) {
    if (!NOT_A_FOLDER.has(area) && !pages.includes(area)) {
      wrong.push(`console/src/areas/${area} is missing.`)
    }
    if (!messages.has(area)) wrong.push(`console/messages/${area} is missing.`)
    if (!NOT_A_FOLDER.has(area) && !tests.includes(area)) wrong.push(`e2e/${area} is missing.`)
  }
  for (const folder of pages) {
    if (!all.has(folder)) wrong.push(`console/src/areas/${folder} is no area of the page table.`)
  }
  for (const [folder, ids] of messages) {
    if (!all.has(folder) && !SHARED.has(folder)) {
      wrong.push(`console/messages/${folder} is no area of the page table.`)
    }
    for (const id of SHARED.has(folder) ? [] : ids) {
      if (id.startsWith(`${camelCase(folder)}.`) || SPECIFIED.test(id)) continue
      wrong.push(`console/messages/${folder}: ${id} must begin with ${camelCase(folder)}.`)
    }
  }
  return wrong
}
