import { OWN_CALLS } from '@lintel/contract/firmware'
import { beforeEach, expect, test } from 'vitest'
import type { Viewpoint } from '../../../app/conditions.ts'
import { stepsLeft } from '../next-steps/steps-left.ts'
import { defaultOrder, isThere, tiles } from './tiles.ts'

const ADMIN = ['admin', 'operator', 'viewer']
const OWN = [[OWN_CALLS, '1.0']] as const
const PORTS = [
  ['root.IOPort.I0.Configurable', 'yes'],
  ['root.IOPort.I0.Direction', 'input'],
  ['root.IOPort.I1.Configurable', 'no'],
  ['root.IOPort.I1.Direction', 'output'],
] as const

/** A person on a product of this type. */
const seen = (type: string, change: Partial<Viewpoint> = {}): Viewpoint => ({
  groups: ADMIN,
  parameters: new Map([['root.Brand.ProdType', type], ...PORTS]),
  capabilities: { reader: true, display: true },
  ...change,
})

// Test files share it.
beforeEach(() => stepsLeft.set(undefined))

const STATION = 'Network Video Door Station'

const idsOf = (viewpoint: Viewpoint) =>
  tiles.filter((tile) => isThere(tile, viewpoint) === true).map(({ id }) => id)

test('a door station has everything but the tiles of a speaker', () => {
  expect(idsOf(seen(STATION))).toEqual([
    'device',
    'doors',
    'calls',
    'sipAccounts',
    'ports',
    'storage',
    'events',
    'time',
    'uptime',
    'temperature',
    'reader',
  ])
})

test('a door controller has no display', () => {
  const controller = seen('Network Door Controller', { capabilities: { reader: true } })
  expect(idsOf(controller)).not.toContain('temperature')
  expect(idsOf(controller)).toEqual(expect.arrayContaining(['doors', 'ports', 'reader']))
})

test('a speaker without ports has its own tiles first (OVERVIEW-10)', () => {
  const parameters = new Map([['root.Brand.ProdType', 'Network Speaker']])
  expect(idsOf(seen('', { parameters, capabilities: undefined }))).toEqual([
    'speaker',
    'audioManager',
    'device',
    'calls',
    'sipAccounts',
    'storage',
    'events',
    'time',
    'uptime',
  ])
})

test.each([
  [
    ['operator', 'viewer'],
    ['device', 'doors', 'calls', 'ports', 'storage', 'events', 'time', 'uptime'],
  ],
  [['viewer'], ['device', 'doors', 'ports', 'events', 'time', 'uptime']],
])('the groups %j see only what they may', (groups, ids) => {
  expect(idsOf(seen(STATION, { groups, capabilities: undefined }))).toEqual(ids)
})

test('operators of a door controller see who was at a door, viewers do not', () => {
  const controller = (groups: string[]) =>
    seen('Network Door Controller', {
      groups,
      parameters: new Map([['root.Brand.ProdType', 'Network Door Controller'], ...OWN]),
    })
  expect(idsOf(controller(['operator', 'viewer']))).toContain('access')
  expect(idsOf(controller(['viewer']))).not.toContain('access')
})

test('tiles of services that the firmware lacks are not there', () => {
  const lacks = new Set(['/vapix/call', '/axis-cgi/disks/list.cgi'])
  const ids = idsOf(seen(STATION, { lacks }))
  expect(ids).not.toContain('storage')
  expect(ids).not.toContain('calls')
  expect(ids).not.toContain('sipAccounts')
})

test('what depends on capabilities is undecided until they are known', () => {
  const early = seen(STATION, { capabilities: undefined })
  const undecided = tiles.filter((tile) => isThere(tile, early) === undefined)
  expect(undecided.map(({ id }) => id)).toEqual(['nextSteps', 'temperature', 'reader'])
})

test('each id is unique, and a phone has what people use first', () => {
  const ids = defaultOrder(seen(STATION), false)
  const onPhone = defaultOrder(seen(STATION), true)
  expect(new Set(ids).size).toBe(tiles.length)
  expect(onPhone.toSorted()).toEqual(ids.toSorted())
  expect(onPhone.indexOf('doors')).toBeLessThan(onPhone.indexOf('device'))
})

test('a door controller has doors, cards and inputs before calls', () => {
  const order = defaultOrder(seen('Network Door Controller'), false)
  expect(order.slice(0, 4)).toEqual(['nextSteps', 'doors', 'access', 'ports'])
  expect(order).toHaveLength(tiles.length)
})

test('the next steps are there for administrators while one is left', () => {
  const [first] = tiles
  expect(first?.id).toBe('nextSteps')
  if (!first) return
  expect(isThere(first, seen(STATION))).toBeUndefined()
  stepsLeft.set(true)
  expect(isThere(first, seen(STATION))).toBe(true)
  expect(isThere(first, seen(STATION, { groups: ['operator', 'viewer'] }))).toBe(false)
  stepsLeft.set(false)
  expect(isThere(first, seen(STATION))).toBe(false)
})
