/** Source rules that the linter lacks, for every tracked or new file of the checkout. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../root.mjs'
import { run } from '../run.mjs'
import { misnamedAreas } from './areas.mjs'
import { forbiddenImports } from './boundaries.mjs'
import { cyclesIn } from './cycles.mjs'
import { waitsIn } from './waits.mjs'

const MAX_LINES = 400
/** Files that are nothing but a table of data. */
const TABLES = [
  'console/src/app/pages.ts',
  'console/src/app/search/entries.ts',
  'device/src/state/migrations.ts',
  'front-door/src/testing/access-table.ts',
]

/**
 * The files that match a pattern.
 * @param {...string} patterns Of git.
 */
async function filesOf(...patterns) {
  const { output } = await run('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    output: 'collect',
  })
  return output.split('\n').filter(Boolean)
}

/**
 * The lines that match a regular expression, each after its file and number.
 * @param {string} regex Extended, as of grep.
 * @param {...string} patterns Of git, for the files to search.
 */
async function linesWith(regex, ...patterns) {
  const args = ['grep', '--untracked', '-nIE', regex, '--', ...patterns]
  const { output } = await run('git', args, { output: 'collect' })
  return output.split('\n').filter(Boolean)
}

/**
 * The text of a file; empty when it was deleted and that isn't committed yet.
 * @param {string} file
 */
const read = (file) => readFile(join(ROOT, file), 'utf8').catch(() => '')

/** Imports of another workspace that are not allowed. */
export async function boundaries() {
  const files = await filesOf('*.ts', '*.tsx')
  const found = await Promise.all(
    files.map(async (file) => forbiddenImports(file, await read(file))),
  )
  return found.flat()
}

/** Modules that import each other in a cycle. */
export async function cycles() {
  const files = await filesOf('*.ts', '*.tsx', '*.mjs')
  const modules = await Promise.all(
    files.map(async (file) => /** @type {const} */ ([file, await read(file)])),
  )
  return cyclesIn(new Map(modules)).map((group) => `import cycle: ${group.join(', ')}`)
}

/**
 * The names of the files and folders in a folder.
 * @param {string} folder
 */
async function namesIn(folder) {
  const files = await filesOf(`${folder}/*`)
  return [...new Set(files.map((file) => file.slice(folder.length + 1).split('/')[0] ?? ''))]
}

/** Areas that lack a folder, or whose folders or message ids have another name. */
export async function areas() {
  /** @type {Map<string, string[]>} */
  const messages = new Map()
  for (const folder of await namesIn('console/messages')) {
    const text = await read(`console/messages/${folder}/en.json`)
    messages.set(
      folder,
      Object.keys(/** @type {Record<string, string>} */ (JSON.parse(text || '{}'))),
    )
  }
  return misnamedAreas(await read('console/src/app/pages.ts'), {
    pages: await namesIn('console/src/areas'),
    messages,
    tests: await namesIn('e2e'),
  })
}

/** Page addresses written as literals instead of built by `paths`. */
export async function addresses() {
  const lines = await linesWith(
    `['"\`]#/|navigate\\(['"\`]/`,
    'console/src/*.ts',
    'console/src/*.tsx',
    ':!*.test.ts',
    ':!*.test.tsx',
    ':!*/testing/*',
    ':!console/src/app/routing/',
  )
  const comment = /^[^:]+:\d+:\s*(\*|\/)/
  return lines.filter((line) => !comment.test(line))
}

/** Texts for people that stand in the code instead of a message catalogue. */
export const literals = () =>
  linesWith(
    '\\b(alt|aria-label|caption|help|label|note|title)="[^"]',
    '*.tsx',
    ':!*.test.tsx',
    ':!ui/parts/',
  )

/** Files with too many lines. */
export async function lengths() {
  const files = await filesOf('*.ts', '*.tsx', '*.mjs', '*.css')
  const counted = await Promise.all(
    files.map(async (file) => ({ file, lines: (await read(file)).split('\n').length - 1 })),
  )
  return counted
    .filter(({ file, lines }) => lines > MAX_LINES && !TABLES.includes(file))
    .map(({ file, lines }) => `${file} has ${lines} lines; at most ${MAX_LINES}`)
}

/** Tests that wait for real time. */
export async function waits() {
  const files = await filesOf('*.test.ts', '*.test.tsx', '*.test.mjs')
  const found = await Promise.all(
    files
      .filter((file) => !file.startsWith('tools/source-rules/'))
      .map(async (file) => waitsIn(file, await read(file))),
  )
  return found.flat()
}

/** Markers of unfinished work. */
export const unfinished = () =>
  linesWith(
    '\\b(TODO|FIXME|XXX)\\b|\\b(it|test|describe)\\.(only|todo)\\(',
    '*.ts',
    '*.tsx',
    '*.mjs',
    ':!tools/source-rules',
  )
