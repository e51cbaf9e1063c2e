/** Every route on every product for every role, against the tables of the requirements. */
import { OWN_CALLS } from '@lintel/contract/firmware'
import { describe, expect, test } from 'vitest'
import type { Role } from '@lintel/contract/access'
import {
  FIXTURES,
  isThere,
  mayOpen,
  NOT_EVERYWHERE,
  ROUTES,
  SIDEBAR,
} from '@lintel/contract/testing/console-routes'
import type { Fixture } from '@lintel/contract/testing/console-routes'
import { hasHeat, productNumber } from './conditions.ts'
import type { Viewpoint } from './conditions.ts'
import { pages } from './pages.ts'
import { GROUPS, isOpen, sidebarOf } from './routing/page-table.ts'
import type { Page, Row } from './routing/page-table.ts'
import { paramsOf, routeOf, tabsOf } from './routing/route.ts'

/** A role's own group and the groups that it includes. */
const GROUPS_OF: Record<Role, readonly string[]> = {
  viewer: ['viewer'],
  operator: ['operator', 'viewer'],
  admin: ['admin', 'operator', 'viewer', 'ptz'],
}
const ROLES = ['viewer', 'operator', 'admin'] as const

function viewpointOf(fixture: Fixture, role: Role): Viewpoint {
  const {
    number,
    type,
    ports,
    reader = false,
    hdmi = false,
    display = false,
    callKeypad = false,
    ipv6 = true,
    relays,
    sdCard,
  } = fixture
  const [inputs, outputs] = ports
  const brand = {
    Brand: '',
    ProdType: type,
    ProdNbr: number,
    ProdShortName: number,
    ProdFullName: '',
  }
  return {
    groups: GROUPS_OF[role],
    // A viewer gets a reduced list, without the ports.
    parameters: new Map([
      [OWN_CALLS, '1.0'],
      ['root.Brand.ProdType', type],
      ['root.Brand.ProdNbr', number],
      ...(ipv6 ? [['root.Network.IPv6.Enabled', 'yes'] as const] : []),
      ...(role === 'viewer'
        ? []
        : [
            ['root.Input.NbrOfInputs', String(inputs)] as const,
            ['root.Output.NbrOfOutputs', String(outputs)] as const,
            ...(number === 'A1601'
              ? []
              : (['InputGain', 'OutputGain'] as const).map(
                  (gain) => [`root.AudioSource.A0.${gain}`, '0'] as const,
                )),
            ...(sdCard ? [['root.Storage.S0.DiskID', 'SD_DISK'] as const] : []),
            ['root.IOPort.I0.Configurable', 'yes'] as const,
            ['root.IOPort.I1.Configurable', relays ? 'no' : 'yes'] as const,
          ]),
    ]),
    brand,
    capabilities: role === 'admin' ? { reader, hdmi, display, callKeypad } : undefined,
  }
}

/** The table as if every page were built. */
const built: readonly Page[] = pages.map((row) => ({
  titleId: 'pages.search',
  load: () => Promise.reject(new Error('not loaded here')),
  ...row,
}))

function resultOf(rows: readonly (Row | Page)[], address: string, viewpoint: Viewpoint): string {
  const route = routeOf(rows, address, viewpoint)
  return 'page' in route ? 'page' : route.denied
}

test.each(ROUTES)('%s', (_title, _needs, seen, addresses) => {
  expect(seen).toHaveLength(FIXTURES.length)
  for (const fixture of FIXTURES) {
    for (const role of ROLES) {
      for (const address of addresses) {
        const there = isThere(address, fixture.number) ? 'page' : 'shell.pageMissing'
        const expected = mayOpen(role, address) ? there : 'shell.noAccess'
        const where = `${address} as ${role} on ${fixture.number}`
        expect(resultOf(built, address, viewpointOf(fixture, role)), where).toBe(expected)
      }
    }
  }
})

test('every row of the page table is tested here (SHELL-66)', () => {
  const tested = ROUTES.flatMap(([, , , addresses]) => addresses).map(
    (address) => pages.find(({ path }) => paramsOf(path, address))?.path,
  )
  expect(pages.map(({ path }) => path).filter((path) => !tested.includes(path))).toEqual([])
})

const [A8307, , , C1310, , C1410, A1601] = FIXTURES as readonly [
  Fixture,
  Fixture,
  Fixture,
  Fixture,
  Fixture,
  Fixture,
  Fixture,
]

type Groups = Record<string, readonly string[]>

/** The routes of the sidebar by group; groups without pages are left out. */
const sidebar = (fixture: Fixture): Groups =>
  Object.fromEntries(
    sidebarOf(built, viewpointOf(fixture, 'admin'), ({ titleId }) => titleId, 'en').map(
      ({ group, pages: of }) => [group, of.map(({ path }) => path).toSorted()],
    ),
  )

/** What the tables say of it. */
const expectedSidebar = ({ number }: Fixture): Groups =>
  Object.fromEntries(
    Object.entries(SIDEBAR)
      .map(([group, all]) => [group, all.filter((path) => isThere(path, number)).toSorted()])
      .filter(([, paths]) => (paths?.length ?? 0) > 0),
  )

/** What a product adds to a group. */
const added = (fixture: Fixture, group: string) =>
  sidebar(fixture)[group]?.filter((path) => NOT_EVERYWHERE.includes(path)) ?? []

describe('the sidebar', () => {
  test('an access controller gets what all products have, its ports and who may open its doors (FIX-07, OPEN-07, SHELL-70)', () => {
    expect(sidebar(A1601)).toEqual(expectedSidebar(A1601))
    expect(Object.keys(SIDEBAR).flatMap((group) => added(A1601, group))).toEqual([
      '/access-log',
      '/credentials',
      '/ioPorts',
    ])
  })

  test('main, events, network and system are the same everywhere (SHELL-69, SHELL-76, SHELL-77)', () => {
    for (const fixture of FIXTURES) {
      for (const group of ['main', 'events', 'network'] as const) {
        expect(sidebar(fixture)[group]).toEqual([...SIDEBAR[group]].toSorted())
      }
      const { system } = expectedSidebar(A1601)
      expect(sidebar(fixture)['system']).toEqual(expect.arrayContaining([...(system ?? [])]))
    }
  })

  test('doorstations add phonebook, camera, config check and ONVIF (SHELL-71, SHELL-73, SHELL-79)', () => {
    for (const fixture of FIXTURES.filter(({ type }) => type.startsWith('Network Video'))) {
      expect(sidebar(fixture)).toEqual(expectedSidebar(fixture))
      expect(added(fixture, 'voip')).toEqual(['/phonebook'])
      expect(added(fixture, 'hardware')).toEqual(
        expect.arrayContaining(['/camera', '/config-check', '/ioPorts']),
      )
      expect(added(fixture, 'system')).toContain('/onvif')
    }
  })

  test('audio products add their system pages; ports are listed where there are any (SHELL-72, SHELL-74, SHELL-75)', () => {
    for (const fixture of [C1310, C1410]) {
      expect(sidebar(fixture)).toEqual(expectedSidebar(fixture))
      expect(added(fixture, 'audio')).toEqual(['/audioSystemOverview', '/audioSystemSettings'])
    }
    expect(added(C1310, 'hardware')).toEqual(['/ioPorts'])
    expect(added(C1410, 'hardware')).toEqual([])
  })

  test('the groups have a fixed order (OPEN-09)', () => {
    expect(Object.keys(sidebar(A8307))).toEqual([...GROUPS])
    expect([...GROUPS]).toEqual(Object.keys(SIDEBAR))
  })

  test('only the camera page has no sidebar (SHELL-80)', () => {
    const bare = pages.filter((row) => 'bare' in row && row.bare).map(({ path }) => path)
    expect(bare).toEqual(['/camera'])
  })
})

/** The routes of the tables that a role may open on a product. */
const opened = (fixture: Fixture, role: Role) =>
  built.filter((row) => isOpen(row, viewpointOf(fixture, role))).map(({ path }) => path)

/** The products of the requirements, and what each adds to the common pages. */
const PRODUCTS = [
  'A8307-E has every route of a doorstation (FIX-01)',
  'A8207-VE has a reader (FIX-02)',
  'I8016-LVE has a reader (FIX-03)',
  'C1310-E has the audio system and ports (FIX-04)',
  'a doorstation without display has neither reader (FIX-05)',
  'the speaker has the audio system and no ports (FIX-06)',
  'the access controller has what all have (FIX-07, OPEN-07)',
].map((title, at) => [title, FIXTURES[at]] as const)

test.each(PRODUCTS)('%s', (_title, fixture) => {
  if (!fixture) throw new Error('no such fixture')
  const some = opened(fixture, 'admin').filter((path) => NOT_EVERYWHERE.includes(path))
  expect(some.toSorted()).toEqual(
    NOT_EVERYWHERE.filter((path) => isThere(path, fixture.number)).toSorted(),
  )
})

test('heat is told of where there is a display, but not on audio products (OPEN-08)', () => {
  const shown = FIXTURES.map((fixture) => [fixture.number, hasHeat(viewpointOf(fixture, 'admin'))])
  expect(shown.filter(([, has]) => has)).toEqual([['A8307-E', true]])
  const withDisplay = (number: string) =>
    FIXTURES.filter((one) => one.number === number).map((one) =>
      hasHeat(viewpointOf({ ...one, display: true }, 'admin')),
    )
  expect([withDisplay('A1601'), withDisplay('C1410')]).toEqual([[true], [false]])
})

test('a viewer opens overview, search, language and, on doorstations, the camera (FIX-08, SHELL-64)', () => {
  expect(opened(A8307, 'viewer').toSorted()).toEqual(['/', '/camera', '/language', '/search'])
  expect(opened(A1601, 'viewer').toSorted()).toEqual(['/', '/language', '/search'])
})

test('an operator opens audio and detectors too, and no events (FIX-09, SHELL-65, OPEN-02)', () => {
  expect(opened(A8307, 'operator').toSorted()).toEqual(
    [
      '/',
      '/camera',
      '/language',
      '/search',
      '/audio',
      '/audio/output',
      '/audio/input',
      '/detectors',
      '/health',
    ].toSorted(),
  )
})

test('without capabilities, the pages that need none stay (SHELL-06)', () => {
  const silent = { ...viewpointOf(A8307, 'admin'), capabilities: undefined }
  for (const path of ['/reader', '/hdmi', '/display-config']) {
    expect(resultOf(built, path, silent)).toBe('shell.notTold')
  }
  expect(resultOf(built, '/phonebook', silent)).toBe('page')
  // Of an access controller it need not be known.
  const controller = { ...viewpointOf(A1601, 'admin'), capabilities: undefined }
  expect(resultOf(built, '/reader', controller)).toBe('shell.pageMissing')
})

test.each([
  ['A8307-E', ['onboard', 'network', 'pictures']],
  // Without a slot the first tab is the network share.
  ['A8105-E', ['network', 'pictures']],
  ['C1410', ['network']],
])('on the %s, storage has the tabs %j', (number, names) => {
  const fixture = FIXTURES.find((one) => one.number === number)
  if (!fixture) throw new Error(number)
  const tabs = tabsOf(pages, '/storage', viewpointOf(fixture, 'admin'))
  expect(tabs.map(({ nameId }) => nameId)).toEqual(names.map((name) => `storage.tab.${name}`))
})

test('ports are not denied while the parameters are unknown (FIX-11)', () => {
  const silent = { ...viewpointOf(A8307, 'admin'), parameters: new Map<string, string>() }
  for (const path of ['/ioPorts', '/ioPorts/relays', '/ioPorts/edit/I0']) {
    expect(resultOf(built, path, silent)).toBe('shell.notTold')
  }
})

test('the parameter names the product, or the brand in its absence (OPEN-06, SHELL-08)', () => {
  const { brand } = viewpointOf(C1410, 'admin')
  const known = viewpointOf(A8307, 'admin')
  expect(resultOf(built, '/phonebook', { ...known, brand })).toBe('page')
  expect(resultOf(built, '/phonebook', { ...known, parameters: new Map(), brand })).toBe(
    'shell.pageMissing',
  )
  expect(productNumber({ ...known, brand })).toBe('A8307-E')
  expect(productNumber({ ...known, parameters: new Map(), brand })).toBe('C1410')
})
