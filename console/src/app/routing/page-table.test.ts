import { expect, test } from 'vitest'
import { pages } from '../pages.ts'
import { areaOf, isOpen, sidebarOf, sidebarPathOf } from './page-table.ts'
import type { Page } from './page-table.ts'

const none = new Map<string, string>()
const as = (...groups: string[]) => ({ groups, parameters: none })

const page = (path: string, more: Partial<Page> = {}): Page => ({
  path,
  titleId: 'pages.search',
  role: 'viewer',
  load: () => Promise.reject(new Error('not loaded here')),
  ...more,
})

test('a page that needs a missing or unknown capability is open to nobody', () => {
  expect(isOpen(page('/x', { when: () => true }), as('viewer'))).toBe(true)
  expect(isOpen(page('/x', { when: () => false }), as('viewer'))).toBe(false)
  expect(isOpen(page('/x', { when: () => undefined }), as('viewer'))).toBe(false)
})

test('an account without a role gets no page', () => {
  expect(pages.filter((row) => isOpen(row, as('ptz', 'users')))).toEqual([])
})

test('the sidebar is sorted by translated title within fixed groups (SHELL-63, SHELL-68, OPEN-09)', () => {
  const table = [
    page('/z', { group: 'system' }),
    page('/a', { group: 'system' }),
    page('/n', { group: 'network' }),
    page('/below'),
    page('/secret', { group: 'system', role: 'admin' }),
    page('/', { group: 'main' }),
    { path: '/later', group: 'audio', role: 'viewer' } as const,
  ]
  const titles: Record<string, string> = { '/z': 'Ärger', '/a': 'Zeit', '/': 'Übersicht' }
  const shown = sidebarOf(table, as('viewer'), (entry) => titles[entry.path] ?? '', 'de')
  expect(shown.map(({ group, pages: of }) => [group, of.map((entry) => entry.path)])).toEqual([
    ['main', ['/']],
    ['network', ['/n']],
    ['system', ['/z', '/a']],
  ])
})

test('each language sorts by its own rules (SHELL-68)', () => {
  const titles: Record<string, string> = { '/1': 'Öppna', '/2': 'Zoner', '/3': 'Oväsen' }
  const table = Object.keys(titles).map((path) => page(path, { group: 'system' }))
  const order = (language: string) =>
    sidebarOf(table, as('viewer'), ({ path }) => titles[path] ?? '', language)[0]?.pages.map(
      ({ path }) => path,
    )
  expect(order('de')).toEqual(['/1', '/3', '/2'])
  expect(order('sv')).toEqual(['/3', '/2', '/1'])
})

test('a subpage belongs to its parent’s entry in the sidebar', () => {
  expect(sidebarPathOf(pages, '/')).toBe('/')
  expect(sidebarPathOf(pages, '/users/edit/ada')).toBe('/users')
  expect(sidebarPathOf(pages, '/usersX')).toBeUndefined()
})

test('each address has one row', () => {
  const paths = pages.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
})

test.each([
  ['/', 'overview'],
  ['/ioPorts/edit/$port', 'io-ports'],
  ['/audioSystemOverview', 'audio-system-overview'],
  ['/network-security/8021x', 'network-security'],
  ['/sip/accounts/$id/edit', 'sip-accounts'],
])('the area of %s is %s', (path, area) => {
  expect(areaOf({ path })).toBe(area)
})
