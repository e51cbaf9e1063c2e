import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areaOf } from '../console/src/app/routing/page-table.ts'
import { readBuiltPages } from './page-table.mjs'
import { ROOT } from './root.mjs'

const FOLDER = join(ROOT, 'e2e', 'pages')

/** @param {string} file */
const read = (file) => readFile(join(FOLDER, file), 'utf8')

/**
 * The descriptors of an area: one file, and for a large area more whose names begin with its own.
 * @param {string} area
 * @param {string} listed the file that lists them all
 */
async function descriptorsOf(area, listed) {
  const files = (await readdir(FOLDER)).filter(
    (file) => file === `${area}.ts` || file.startsWith(`${area}-`),
  )
  const known = files.filter((file) => listed.includes(`'./${file}'`))
  return (await Promise.all(known.map(read))).join('\n')
}

test('every page of the console has a descriptor for the browser tests, in the file of its area', async () => {
  const built = await readBuiltPages()
  expect(built.length).toBeGreaterThan(20)
  const areas = await read('all.ts')
  const missing = []
  for (const { path } of built) {
    const area = areaOf({ path })
    const described = await descriptorsOf(area, areas)
    const routes = Array.from(described.matchAll(/^    route: '([^']+)'/gm), ([, one = '']) => one)
    const pattern = new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`)
    if (!routes.some((route) => pattern.test(route))) {
      missing.push(`${path} in e2e/pages/${area}.ts`)
    }
  }
  expect(missing).toEqual([])
})
