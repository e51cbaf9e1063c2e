import { deviceCalls } from '@lintel/contract/calls/all'
import { expect, test } from 'vitest'
import { hasNeedsOf, NEEDS } from './needs.ts'
import { pages } from './pages.ts'
import { areaOf } from './routing/page-table.ts'

const areas = new Set(pages.map(areaOf))
const paths = new Set(deviceCalls.map(({ path }) => path))

test.each(Object.entries(NEEDS))('%s needs the path of a call', (area, path) => {
  expect(areas).toContain(area)
  expect(paths).toContain(path)
})

test('an area is there until the device has answered that it lacks the path', () => {
  expect(hasNeedsOf('storage', {})).toBe(true)
  expect(hasNeedsOf('storage', { lacks: new Set(['/vapix/call']) })).toBe(true)
  expect(hasNeedsOf('storage', { lacks: new Set(['/axis-cgi/disks/list.cgi']) })).toBe(false)
  expect(hasNeedsOf('users', { lacks: new Set(['']) })).toBe(true)
})
