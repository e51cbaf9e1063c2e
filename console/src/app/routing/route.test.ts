import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pages } from '../pages.ts'
import type { Page } from './page-table.ts'
import { paramsOf, routeOf, tabsOf } from './route.ts'

const parameters = new Map<string, string>()
const admin = { groups: ['admin', 'operator', 'viewer'], parameters }
const viewer = { groups: ['viewer'], parameters }

function pathOf(path: string, viewpoint: typeof admin) {
  const route = routeOf(pages, path, viewpoint)
  return 'page' in route ? route.page.path : route.denied
}

test('an address leads to its page', () => {
  expect(pathOf('/', admin)).toBe('/')
  expect(pathOf('/users/add', admin)).toBe('/users/add')
  expect(pathOf('/users/edit/guard1', admin)).toBe('/users/edit/$name')
})

test('a typed address is guarded too (SHELL-28)', () => {
  for (const path of ['/users', '/users/add', '/users/edit/root', '/maintenance']) {
    expect(pathOf(path, viewer)).toBe('shell.noAccess')
  }
  expect(pathOf('/', { groups: [], parameters })).toBe('/')
})

const row = { path: '/x', role: 'admin' } as const
const built: Page = {
  ...row,
  titleId: 'pages.search',
  load: () => Promise.reject(new Error('no')),
}

test('checks the role first, then the device, then whether the page is built (OPEN-03)', () => {
  const resultOf = (when: boolean | undefined, as = admin, table = built) => {
    const route = routeOf([{ ...table, when: () => when }], '/x', as)
    return 'page' in route ? 'page' : route.denied
  }
  expect(resultOf(true)).toBe('page')
  expect(resultOf(false)).toBe('shell.pageMissing')
  expect(resultOf(undefined)).toBe('shell.notTold')
  expect([true, false, undefined].map((when) => resultOf(when, viewer))).toEqual(
    Array.from({ length: 3 }, () => 'shell.noAccess'),
  )
  expect(routeOf([row], '/x', admin)).toEqual({ denied: 'shell.pageNotFound' })
  expect(routeOf([row], '/x', viewer)).toEqual({ denied: 'shell.noAccess' })
})

test('unknown and forbidden addresses have different results', () => {
  for (const path of ['/nowhere', '/users/', '/users/edit', '/users/edit/', '/Users', '', '/%']) {
    expect(pathOf(path, admin), path).toBe('shell.pageNotFound')
  }
})

test('every name survives encoding in the address (EXPECT-32)', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (name) => {
      const path = `/users/edit/${encodeURIComponent(name)}`
      expect(paramsOf('/users/edit/$name', path)).toEqual({ name })
    }),
  )
})

test('a page has a tab for each of its rows that is open', () => {
  const paths = (pathname: string, known = parameters) =>
    tabsOf(pages, pathname, { ...admin, parameters: known }).map(({ path }) => path)
  const ipv6 = new Map([['root.Network.IPv6.Enabled', 'yes']])
  expect(paths('/network')).toEqual(['/network', '/network/discoverability'])
  expect(paths('/network/discoverability', ipv6)).toEqual([
    '/network',
    '/network/ipv6',
    '/network/discoverability',
  ])
  expect(paths('/datetime/zone')).toEqual(['/datetime', '/datetime/zone'])
  expect(paths('/users')).toEqual([])
  expect(paths('/nowhere')).toEqual([])
})

test('the tabs of a page about something are about the same', () => {
  const tab = (path: string, tabId: Page['tabId']) => ({ ...built, path, ...(tabId && { tabId }) })
  const table = [
    tab('/houses/add', undefined),
    tab('/houses/$id', 'pages.search'),
    tab('/houses/$id/rooms', 'pages.users'),
    { ...built, titleId: 'pages.users', path: '/houses/$id/edit' } as const,
  ]
  const paths = (path: string) => tabsOf(table, path, admin).map((open) => open.path)
  expect(paths('/houses/a%2Fb')).toEqual(['/houses/a%2Fb', '/houses/a%2Fb/rooms'])
  expect(paths('/houses/1/rooms')).toEqual(['/houses/1', '/houses/1/rooms'])
  expect(paths('/houses/1/edit')).toEqual([])
})
