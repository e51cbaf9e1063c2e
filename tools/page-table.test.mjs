import { expect, test } from 'vitest'
import { builtPages, firstOf, readBuiltPages } from './page-table.mjs'

test('built pages are those with a loader', () => {
  const source = `
    import { Icon } from 'icons'
    export const pages: readonly (Row | Page)[] = [
      { path: '/', icon: Icon, load: async () => (await import('../a/first.tsx')).First },
      { path: '/later', role: 'admin' },
      { path: '/users', load: async () => (await import('./b.tsx')).B },
    ]`
  const pages = builtPages(source)
  expect(pages).toEqual([
    { path: '/', module: 'src/a/first.tsx' },
    { path: '/users', module: 'src/app/b.tsx' },
  ])
  expect(firstOf(pages).path).toBe('/')
  expect(() => firstOf(pages.slice(1))).toThrow('no page at /')
})

test('a loader outside a row is refused', () => {
  expect(() => builtPages(`const load = () => import('./page.tsx')`)).toThrow(
    "outside of a page's row",
  )
})

test('the console’s table is read completely', async () => {
  const pages = await readBuiltPages()
  expect(pages.length).toBeGreaterThan(20)
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
})
