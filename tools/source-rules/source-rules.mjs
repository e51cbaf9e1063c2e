/** Source rules that the linter lacks, for every tracked or new file of the checkout. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../root.mjs'
import { run } from '../run.mjs'
import { misnamedAreas } from './areas.mjs'
import { circlesIn } from './circles.mjs'
import { waitsIn } from './waits.mjs'
import { brokenWalls } from './walls.mjs'

const LONGEST = 400

/** @param {...string} patterns */
async function filesOf(...patterns) {
  const { output } = await run('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    output: 'collect',
  })
  return output.split('\n').filter(Boolean)
}

/**
 * Empty for a file that was deleted and not committed yet.
 * @param {string} file
 */
const read = (file) => readFile(join(ROOT, file), 'utf8').catch(() => '')

/** Imports that cross a wall. */
export async function walls() {
  const files = await filesOf('*.ts', '*.tsx')
  return (await Promise.all(files.map(async (file) => brokenWalls(file, await read(file))))).flat()
}

/** Modules that import each other in a cycle. */
export async function circles() {
  const files = await filesOf('*.ts', '*.tsx', '*.mjs')
  const modules = await Promise.all(
    files.map(async (file) => /** @type {const} */ ([file, await read(file)])),
  )
  return circlesIn(new Map(modules)).map((group) => `a circle of imports: ${group.join(', ')}`)
}

/**
 * The names in a folder.
 * @param {string} folder
 */
async function namesIn(folder) {
  const files = await filesOf(`${folder}/*`)
  return [...new Set(files.map((file) => file.slice(folder.length + 1).split('/')[0] ?? ''))]
}

/** Areas whose folders or message ids go by another name. */
export async function areas() {
  /** @type {Map<string, string[]>} */
  const words = new Map()
  for (const folder of await namesIn('console/messages')) {
    const text = await read(`console/messages/${folder}/en.json`)
    words.set(folder, Object.keys(/** @type {Record<string, string>} */ (JSON.parse(text || '{}'))))
  }
  return misnamedAreas(await read('console/src/app/pages.ts'), {
    pages: await namesIn('console/src/areas'),
    words,
    tests: await namesIn('e2e'),
  })
}

/** Page addresses written as literals instead of built by `paths`. */
export async function addresses() {
  const { output } = await run(
    'git',
    [
      'grep',
      '-nE',
      `['"\`]#/|navigate\\(['"\`]/`,
      '--',
      'console/src/*.ts',
      'console/src/*.tsx',
      ':!*.test.ts',
      ':!console/src/app/routing/',
    ],
    { output: 'collect' },
  )
  return output.split('\n').filter((line) => line !== '' && !/^[^:]+:\d+:\s*(\*|\/)/.test(line))
}

/** Files that are too long to be one noun. */
export async function lengths() {
  const files = await filesOf('*.ts', '*.tsx', '*.mjs', '*.css')
  const counted = await Promise.all(
    files.map(async (file) => ({ file, lines: (await read(file)).split('\n').length - 1 })),
  )
  return counted
    .filter(({ lines }) => lines > LONGEST)
    .map(({ file, lines }) => `${file} has ${lines} lines; at most ${LONGEST}`)
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
export async function unfinished() {
  const { output } = await run(
    'git',
    [
      'grep',
      '-nIE',
      '\\b(TODO|FIXME|XXX)\\b|\\b(it|test|describe)\\.(only|todo)\\(',
      '--',
      '*.ts',
      '*.tsx',
      '*.mjs',
      ':!tools/source-rules',
    ],
    { output: 'collect' },
  )
  return output.split('\n').filter(Boolean)
}
