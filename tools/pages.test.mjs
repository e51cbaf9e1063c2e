import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './root.mjs'

/** @param {string} file */
const read = (file) => readFile(join(ROOT, file), 'utf8')

test('every page of the console stands in the list that browser tests walk', async () => {
  const table = await read('console/src/app/pages.ts')
  const walked = await read('e2e/shell/pages.ts')
  // Rows of pages that are built bear a title.
  const built = table.matchAll(/\bpath: '([^']+)',\s+titleId:/g)
  const routes = Array.from(built, ([, path = '']) => path)
  expect(routes.length).toBeGreaterThan(4)
  const patterns = Array.from(walked.matchAll(/^  '([^']+)':/gm), ([, path = '']) => path)
  const missing = routes.filter((route) => {
    const pattern = new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`)
    return !patterns.some((path) => pattern.test(path))
  })
  expect(missing).toEqual([])
})
