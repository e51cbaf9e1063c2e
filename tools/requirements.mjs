/** Reads docs/requirements.md, and the requirement ids in test titles. */
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

/**
 * The groups of ids in parentheses at the end of a quoted title, anywhere in a test file.
 * @param {string} code
 * @returns {string[][]}
 */
export function idsNamed(code) {
  return Array.from(code.matchAll(/\(([A-Z]+-\d+(?:, ?[A-Z]+-\d+)*)\)['"`]/g), ([, ids]) =>
    (ids ?? '').split(/, ?/),
  )
}

/** @returns {Promise<Requirement[]>} */
export async function readRequirements() {
  return requirementsIn(await readFile(join(ROOT, 'docs', 'requirements.md'), 'utf8'))
}

/**
 * Every group of ids in a test file of the checkout, with the file.
 * @returns {Promise<{ file: string, ids: string[] }[]>}
 */
export async function readNamed() {
  const { output } = await run(
    'git',
    ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.test.mjs', 'e2e/*.ts'],
    { output: 'collect' },
  )
  const files = output.split('\n').filter(Boolean)
  const named = await Promise.all(
    files.map(async (file) =>
      idsNamed(await readFile(join(ROOT, file), 'utf8').catch(() => '')).map((ids) => ({
        file,
        ids,
      })),
    ),
  )
  return named.flat()
}
