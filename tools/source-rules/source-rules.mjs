/** Source rules that the linter does not cover, over every tracked or new file of the checkout. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../root.mjs'
import { run } from '../run.mjs'
import { circlesIn } from './circles.mjs'
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

/** Modules that import each other in a circle. */
export async function circles() {
  const files = await filesOf('*.ts', '*.tsx', '*.mjs')
  const modules = await Promise.all(
    files.map(async (file) => /** @type {const} */ ([file, await read(file)])),
  )
  return circlesIn(new Map(modules)).map((group) => `a circle of imports: ${group.join(', ')}`)
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

/** Marks of unfinished work. */
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
