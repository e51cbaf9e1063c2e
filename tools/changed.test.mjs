import { expect, test } from 'vitest'
import { browserTestsOf, readSources } from './changed.mjs'

const SOURCES = new Map([
  ['contract/src/rules/address.ts', ''],
  ['contract/src/calls/time.ts', "import { rule } from '../rules/address.ts'"],
  ['contract/src/calls/all.ts', "import * as time from './time.ts'"],
  ['console/src/areas/datetime/queries.ts', "import { getAll } from '@lintel/contract/calls/time'"],
  ['console/src/areas/datetime/page.tsx', "import './page.module.css'"],
  ['console/src/areas/datetime/page.module.css', ''],
  ['console/src/areas/network/clock.tsx', "import { zone } from '../datetime/zone.ts'"],
  ['console/src/areas/datetime/zone.ts', ''],
  ['console/src/areas/network/page.tsx', "import { Table } from '@lintel/ui/table'"],
  ['console/src/main.tsx', "import { App } from './app/app.tsx'"],
  [
    'console/src/app/app.tsx',
    "import { Button } from '@lintel/ui/button'\nconst page = () => import('../areas/datetime/page.tsx')",
  ],
  ['device/src/services/time/time.ts', "import { getAll } from '@lintel/contract/calls/time'"],
  ['device/src/services/time/time.test.ts', "import { time } from './time.ts'"],
  ['device/src/boot.ts', "import { time } from './services/time/time.ts'"],
  ['ui/src/table.tsx', ''],
  ['ui/parts/src/tables.tsx', "import { Table } from '@lintel/ui/table'"],
  ['ui/src/button.tsx', ''],
  ['e2e/datetime/zone.test.ts', "import { form } from './form.ts'"],
  ['e2e/datetime/form.ts', ''],
  ['contract/src/testing/routes.ts', ''],
  ['contract/src/testing/device.ts', ''],
  ['contract/src/time.test.ts', "import { device } from './testing/device.ts'"],
  ['e2e/network/address.test.ts', "import { routes } from '@lintel/contract/testing/routes'"],
  ['e2e/time/time.test.ts', ''],
  ['e2e/parts/parts.test.ts', ''],
])
const testsOf = (/** @type {string[]} */ ...changed) => browserTestsOf(changed, SOURCES)

test('a changed page selects the browser tests of its area', () => {
  expect(testsOf('console/src/areas/datetime/page.tsx')).toEqual(['e2e/datetime/'])
  expect(testsOf('console/src/areas/datetime/page.module.css')).toEqual(['e2e/datetime/'])
  expect(testsOf('console/messages/datetime/sv.json')).toEqual(['e2e/datetime/'])
})

test('a changed file of an area selects the other areas that import it', () => {
  expect(testsOf('console/src/areas/datetime/zone.ts')).toEqual(['e2e/datetime/', 'e2e/network/'])
})

test('a shared file selects the areas that import it', () => {
  expect(testsOf('ui/src/table.tsx')).toEqual(['e2e/network/', 'e2e/parts/'])
  expect(testsOf('contract/src/rules/address.ts')).toEqual(['e2e/datetime/', 'e2e/time/'])
})

test('a file that is used outside the areas selects everything', () => {
  expect(testsOf('ui/src/button.tsx')).toBe('everything')
  expect(testsOf('ui/src/table.tsx', 'device/src/boot.ts')).toBe('everything')
  expect(testsOf('package-lock.json')).toBe('everything')
  expect(testsOf('console/messages/unknown/sv.json')).toBe('everything')
})

test('a changed browser test selects itself, and a changed helper its area', () => {
  expect(testsOf('e2e/datetime/zone.test.ts')).toEqual(['e2e/datetime/zone.test.ts'])
  expect(testsOf('e2e/datetime/form.ts')).toEqual(['e2e/datetime/'])
  expect(testsOf('e2e/datetime/deleted.test.ts')).toEqual([])
  expect(testsOf('e2e/baselines/users.png')).toEqual(['e2e/look/'])
})

test('a test helper selects the browser tests that import it, if any', () => {
  expect(testsOf('contract/src/testing/routes.ts')).toEqual(['e2e/network/address.test.ts'])
  expect(testsOf('contract/src/testing/device.ts')).toEqual([])
})

test('documents and unit tests select no browser test', () => {
  expect(testsOf('README.md', 'docs/products.md', 'device/src/services/time/time.test.ts')).toEqual(
    [],
  )
})

test('the imports of this checkout lead to its areas', async () => {
  const sources = await readSources()
  expect(browserTestsOf(['console/src/areas/users/queries.ts'], sources)).toEqual(['e2e/users/'])
  expect(browserTestsOf(['contract/src/call.ts'], sources)).toBe('everything')
})
