import { expect, test } from 'vitest'
import { consoleLoads, refuseCycles, pageLoad } from './loads.mjs'

/** @typedef {import('./loads.mjs').Manifest} Manifest */

/** @type {Manifest} */
const MANIFEST = {
  '_app.js': {
    file: 'assets/app.js',
    css: ['assets/app.css'],
    dynamicImports: [
      'src/catalogues.ts?language=en',
      'src/catalogues.ts?language=de',
      'src/overview/page.tsx',
      'src/users/page.tsx',
      'src/time/page.tsx',
      'src/search.ts',
    ],
  },
  '_shared.js': { file: 'assets/shared.js', imports: ['_app.js'] },
  '_rules.js': { file: 'assets/rules.js', imports: ['_app.js'] },
  'src/catalogues.ts?language=en': {
    file: 'assets/catalogues-en.js',
    imports: ['_app.js'],
    dynamicImports: [
      'messages/people/en.json',
      'messages/datetime/en.json',
      'messages/setup/en.json',
    ],
  },
  'src/catalogues.ts?language=de': { file: 'assets/catalogues-de.js', imports: ['_app.js'] },
  'messages/people/en.json': { file: 'assets/en-1.js' },
  'messages/datetime/en.json': { file: 'assets/en-2.js' },
  'messages/setup/en.json': { file: 'assets/en-3.js' },
  'src/overview/page.tsx': { file: 'assets/overview.js', imports: ['_app.js'] },
  'src/users/page.tsx': {
    file: 'assets/users.js',
    css: ['assets/users.css'],
    imports: ['_app.js', '_shared.js', '_rules.js'],
    dynamicImports: [
      'src/users/hint.ts?language=en',
      'src/users/hint.ts?language=de',
      'src/rows.ts',
    ],
  },
  'src/users/hint.ts?language=en': { file: 'assets/hint-en.js' },
  'src/users/hint.ts?language=de': { file: 'assets/hint-de.js' },
  'src/time/page.tsx': {
    file: 'assets/time.js',
    imports: ['_shared.js', '_app.js'],
    dynamicImports: ['src/rows.ts'],
  },
  'src/rows.ts': { file: 'assets/rows.js', imports: ['_rules.js'] },
  'src/search.ts': { file: 'assets/search.js', imports: ['_app.js'] },
}
const ENTRY = {
  page: 'index.html',
  html: `<script src="/app/assets/theme.js"></script>
    <link rel="icon" href="/app/assets/icon.svg">
    <script type="module" src="/app/assets/app.js"></script>
    <link rel="stylesheet" href="/app/assets/app.css">`,
}
const OVERVIEW = { path: '/', areas: ['overview'], module: 'src/overview/page.tsx' }
const USERS = { path: '/users', areas: ['people'], module: 'src/users/page.tsx' }
const TIME = { path: '/time', areas: ['datetime', 'setup'], module: 'src/time/page.tsx' }
const PAGES = [OVERVIEW, USERS, TIME]

const MODULES = {
  'assets/app.js': ['src/main.tsx'],
  'assets/overview.js': ['src/overview/page.tsx'],
  'assets/users.js': ['src/users/page.tsx', 'src/users/form.tsx'],
}

/** @param {Partial<Manifest>} changes */
const loads = (changes = {}, pages = PAGES, modules = MODULES) =>
  consoleLoads(
    { base: '/app/', manifest: /** @type {Manifest} */ ({ ...MANIFEST, ...changes }) },
    ENTRY,
    pages,
    modules,
  )

test('the first load has what the HTML references, its imports, the messages and the first page', () => {
  expect(loads().first.toSorted()).toEqual([
    'assets/app.css',
    'assets/app.js',
    'assets/catalogues-en.js',
    'assets/icon.svg',
    'assets/overview.js',
    'assets/theme.js',
    'index.html',
  ])
})

test('a later page counts all that it adds, including the messages of its area and its own', () => {
  const { later } = loads()
  expect(later.get('src/users/page.tsx')?.toSorted()).toEqual([
    'assets/en-1.js',
    'assets/hint-en.js',
    'assets/rules.js',
    'assets/shared.js',
    'assets/users.css',
    'assets/users.js',
  ])
  expect(later.get('src/time/page.tsx')?.toSorted()).toEqual([
    'assets/en-2.js',
    'assets/en-3.js',
    'assets/shared.js',
    'assets/time.js',
  ])
})

test('a part counts what it adds to the page that shares the least with it', () => {
  const { parts, later } = loads()
  expect([...parts.keys()]).toEqual(['src/search.ts', 'src/rows.ts'])
  expect(parts.get('src/search.ts')).toEqual(['assets/search.js'])
  expect(parts.get('src/rows.ts')?.toSorted()).toEqual(['assets/rows.js', 'assets/rules.js'])
  expect([...later.values()].flat()).not.toContain('assets/rows.js')
  const heavy = { file: 'assets/search.js', imports: ['_shared.js'] }
  expect(loads({ 'src/search.ts': heavy }).parts.get('src/search.ts')).toContain('assets/shared.js')
})

test('a page whose module is in the first load is refused', () => {
  const app = ['src/main.tsx', 'src/users/page.tsx']
  expect(() => loads({}, PAGES, { ...MODULES, 'assets/app.js': app })).toThrow(
    'src/users/page.tsx is in the first load',
  )
})

test('a page without messages is refused', () => {
  expect(() => loads({}, [OVERVIEW, { ...USERS, areas: ['users'] }])).toThrow(
    'no messages of users',
  )
})

test('a page of its own counts its HTML, its imports and its messages; lazy imports are parts', () => {
  const { files, parts } = pageLoad({ base: '/app/', manifest: MANIFEST }, ENTRY)
  expect(files.toSorted()).toEqual([
    'assets/app.css',
    'assets/app.js',
    'assets/catalogues-en.js',
    'assets/icon.svg',
    'assets/theme.js',
    'index.html',
  ])
  expect(parts.get('src/search.ts')).toEqual(['assets/search.js'])
})

test('HTML that loads nothing of the build is refused', () => {
  const stale = { page: 'index.html', html: '<script src="/app/assets/app-old.js"></script>' }
  expect(() => pageLoad({ base: '/app/', manifest: MANIFEST }, stale)).toThrow('loads no chunk')
})

test('chunks that import each other are refused', () => {
  expect(() => refuseCycles(MANIFEST)).not.toThrow()
  const cyclic = { ...MANIFEST, '_app.js': { file: 'assets/app.js', imports: ['_shared.js'] } }
  expect(() => refuseCycles(cyclic)).toThrow('_app.js > _shared.js > _app.js')
})
