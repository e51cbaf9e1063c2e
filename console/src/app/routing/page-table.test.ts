import { expect, test } from 'vitest'
import { pages } from '../pages.ts'
import { isOpen, sidebarOf, sidebarPathOf } from './page-table.ts'
import type { Page } from './page-table.ts'

const none = new Map<string, string>()
const as = (...groups: string[]) => ({ groups, parameters: none })
const admin = as('admin', 'operator', 'viewer', 'ptz')

test('users and maintenance need an administrator, the overview a viewer (SHELL-29, SHELL-31, SHELL-32)', () => {
  const mayOpen = (path: string, viewpoint: typeof admin) =>
    pages.some((page) => page.path === path && isOpen(page, viewpoint))
  for (const path of ['/maintenance', '/users', '/users/add', '/users/edit/$name']) {
    expect(mayOpen(path, admin), path).toBe(true)
    expect(mayOpen(path, as('users', 'operator', 'viewer')), path).toBe(false)
    expect(mayOpen(path, as('viewer')), path).toBe(false)
  }
  expect(mayOpen('/', as('viewer'))).toBe(true)
  expect(pages.filter((page) => isOpen(page, as('ptz')))).toEqual([])
})

const page = (path: string, more: Partial<Page> = {}): Page => ({
  path,
  titleId: path,
  role: 'viewer',
  area: 'x',
  load: () => Promise.reject(new Error('not loaded here')),
  ...more,
})

test('a page that the device does not have is open to nobody', () => {
  const ports = page('/ports', { when: (values) => values.get('root.Input.NbrOfInputs') !== '0' })
  expect(isOpen(ports, { groups: ['viewer'], parameters: none })).toBe(true)
  const without = new Map([['root.Input.NbrOfInputs', '0']])
  expect(isOpen(ports, { groups: ['viewer'], parameters: without })).toBe(false)
})

test('the sidebar is sorted by translated title within fixed groups (SHELL-63, SHELL-68)', () => {
  const table = [
    page('/z', { group: 'system' }),
    page('/a', { group: 'system' }),
    page('/below'),
    page('/secret', { group: 'system', role: 'admin' }),
    page('/', { group: 'main' }),
  ]
  const titles: Record<string, string> = { '/z': 'Ärger', '/a': 'Zeit', '/': 'Übersicht' }
  const shown = sidebarOf(table, as('viewer'), (entry) => titles[entry.path] ?? '', 'de')
  expect(shown.map(({ group, pages: of }) => [group, of.map((entry) => entry.path)])).toEqual([
    ['main', ['/']],
    ['system', ['/z', '/a']],
  ])
})

test('a page below another one belongs to its entry in the sidebar', () => {
  expect(sidebarPathOf(pages, '/')).toBe('/')
  expect(sidebarPathOf(pages, '/users/edit/ada')).toBe('/users')
  expect(sidebarPathOf(pages, '/usersX')).toBeUndefined()
})
