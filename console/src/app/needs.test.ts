import { APIS } from '@lintel/contract/apis'
import { deviceCalls } from '@lintel/contract/calls/all'
import { expect, test } from 'vitest'
import { hasNeedsOf, NEEDS } from './needs.ts'
import { pages } from './pages.ts'
import { areaOf } from './routing/page-table.ts'

const areas = new Set(pages.map(areaOf))

test.each(Object.entries(NEEDS))('%s needs the path of a call', (area, need) => {
  expect(areas).toContain(area)
  const calls = deviceCalls.filter(({ path }) => path === need.path)
  expect(calls).not.toEqual([])
  for (const call of calls) expect(call.publicPath).toBe(need.publicPath)
  if (need.api !== undefined)
    expect(APIS.find(({ id }) => id === need.api)?.call.path).toBe(need.path)
})

test('an area is there until the device has answered that it lacks the path', () => {
  expect(hasNeedsOf('storage', {})).toBe(true)
  expect(hasNeedsOf('storage', { lacks: new Set(['/vapix/call']) })).toBe(true)
  expect(hasNeedsOf('storage', { lacks: new Set(['/axis-cgi/disks/list.cgi']) })).toBe(false)
  expect(hasNeedsOf('users', { lacks: new Set(['']) })).toBe(true)
})
