import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './root.mjs'

/** @param {string} file */
const read = (file) => readFile(join(ROOT, file), 'utf8')

/** @param {string} path */
function areaOf(path) {
  const [, first = ''] = path.split('/')
  if (first === '') return 'overview'
  return first.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

test('every page of the console is described for the browser tests, in the file of its area', async () => {
  const table = await read('console/src/app/pages.ts')
  const areas = await read('e2e/pages/all.ts')
  // Only rows of pages that are built have a title.
  const built = Array.from(
    table.matchAll(/\bpath: '([^']+)',\s+titleId:/g),
    ([, path = '']) => path,
  )
  expect(built.length).toBeGreaterThan(20)
  const missing = []
  for (const path of built) {
    const file = `${areaOf(path)}.ts`
    const described = await read(`e2e/pages/${file}`).catch(() => '')
    const routes = Array.from(described.matchAll(/^    route: '([^']+)'/gm), ([, one = '']) => one)
    const pattern = new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`)
    if (!routes.some((route) => pattern.test(route)) || !areas.includes(`'./${file}'`)) {
      missing.push(`${path} in e2e/pages/${file}`)
    }
  }
  expect(missing).toEqual([])
})
