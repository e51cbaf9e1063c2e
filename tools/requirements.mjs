/** Reads docs/requirements.md, and the requirement ids that tests name. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './root.mjs'
import { run } from './run.mjs'

/** @typedef {{ id: string, area: string, text: string, info: boolean }} Requirement */

/**
 * The requirements of a catalogue, in order.
 * @param {string} catalogue
 * @returns {Requirement[]}
 */
export function requirementsIn(catalogue) {
  return Array.from(
    catalogue.matchAll(/^- ([A-Z]+)-(\d+) \| (.*)$/gm),
    ([, area, number, rest]) => {
      const parts = (rest ?? '').split(' | ')
      const info = parts.at(-1) === 'info'
      // An open point has its weight in the first column and the decision in the last.
      const text = (area === 'OPEN' ? parts.at(info ? -2 : -1) : parts[0]) ?? ''
      return { id: `${area}-${number}`, area: area ?? '', text, info }
    },
  )
}

const ID = String.raw`[A-Z]+-\d+`
/** What a row of a table puts into a title: `%s`, `%3$s` or `${ids}`. */
const HOLE = String.raw`%(?:\d+\$)?s|\$\{\w+\}`
const TITLE_END = new RegExp(
  String.raw`\(((?:${ID}|${HOLE})(?:, ?(?:${ID}|${HOLE}))*)\)['"\`]`,
  'g',
)
const ONLY_IDS = new RegExp(String.raw`(['"])(${ID}(?:, ?${ID})*)\1`, 'g')

/**
 * The groups of ids that a test file names: in parentheses at the end of a quoted title, or alone in
 * a quoted text, as in the rows of `test.each` that such a title is made of.
 * @param {string} code
 * @param {ReadonlySet<string>} areas those of the catalogue; a text of another one, like
 *   `'SHA-256'`, is no id, unless a title names it
 * @returns {string[][]}
 */
export function idsNamed(code, areas) {
  const titles = Array.from(code.matchAll(TITLE_END), ([, group]) => idsIn(group))
  const rows = Array.from(code.matchAll(ONLY_IDS), ([, , group]) => idsIn(group)).filter((ids) =>
    ids.every((id) => areas.has(id.replace(/-\d+$/, ''))),
  )
  return [...titles, ...rows].filter((ids) => ids.length > 0)
}

/** @param {string | undefined} group */
const idsIn = (group = '') => Array.from(group.matchAll(new RegExp(ID, 'g')), ([id]) => id)

/** @returns {Promise<Requirement[]>} */
export async function readRequirements() {
  return requirementsIn(await readFile(join(ROOT, 'docs', 'requirements.md'), 'utf8'))
}

const TEST_FILES = [
  '*.test.ts',
  '*.test.tsx',
  '*.test.mjs',
  '*/testing/*.ts',
  'e2e/*.ts',
  // Its examples prove nothing about the device.
  ':(exclude)tools/requirements.test.mjs',
]

/**
 * Every group of ids in a test file of the checkout, or in a table that tests share, with the file.
 * @param {ReadonlySet<string>} areas those of the catalogue
 * @returns {Promise<{ file: string, ids: string[] }[]>}
 */
export async function readNamed(areas) {
  const { output } = await run('git', ['ls-files', '-co', '--exclude-standard', ...TEST_FILES], {
    output: 'collect',
  })
  const files = output.split('\n').filter(Boolean)
  const named = await Promise.all(
    files.map(async (file) =>
      idsNamed(await readFile(join(ROOT, file), 'utf8').catch(() => ''), areas).map((ids) => ({
        file,
        ids,
      })),
    ),
  )
  return named.flat()
}
