import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areaOf } from '../console/src/app/routing/page-table.ts'
import { readBuiltPages } from './page-table.mjs'
import { ROOT } from './root.mjs'

/** @param {string} file */
const read = (file) => readFile(join(ROOT, 'e2e', 'pages', file), 'utf8')

test('every page of the console has a descriptor for the browser tests, in the file of its area', async () => {
  const built = await readBuiltPages()
  expect(built.length).toBeGreaterThan(20)
  const areas = await read('all.ts')
  const missing = []
  for (const { path } of built) {
    const file = `${areaOf({ path })}.ts`
    const described = await read(file).catch(() => '')
    const routes = Array.from(described.matchAll(/^    route: '([^']+)'/gm), ([, one = '']) => one)
    const pattern = new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`)
    if (!routes.some((route) => pattern.test(route)) || !areas.includes(`'./${file}'`)) {
      missing.push(`${path} in e2e/pages/${file}`)
    }
  }
  expect(missing).toEqual([])
})
