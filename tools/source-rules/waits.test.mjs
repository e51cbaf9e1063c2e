import { expect, test } from 'vitest'
import { waitsIn } from './waits.mjs'

test.each([
  'await page.waitForTimeout(50)',
  "import { setTimeout as wait } from 'node:timers/promises'",
  'await new Promise((resolve) => setTimeout(resolve, 100))',
  'await new Promise<void>((resolve) => {\n  setTimeout(resolve, 100)\n})',
  "const later = new Promise((done) => {\n  setTimeout(() => done('open'), 100)\n})",
])('a test may not contain %s', (code) => {
  expect(waitsIn('device/src/a.test.ts', `\n${code}`)).toEqual([
    'device/src/a.test.ts:2 waits for real time (tools/source-rules/waits.mjs)',
  ])
})

test('one turn of the event loop, a timer that acts and code outside tests are no waits', () => {
  expect(waitsIn('a.test.ts', 'await new Promise((resolve) => setTimeout(resolve))')).toEqual([])
  expect(waitsIn('a.test.ts', 'setTimeout(() => gone.abort(), 20)')).toEqual([])
  expect(waitsIn('a.ts', 'await new Promise((resolve) => setTimeout(resolve, 100))')).toEqual([])
})

test('tests that cut the power may wait for the moment', () => {
  expect(waitsIn('board/src/power-cut.test.ts', 'await page.waitForTimeout(50)')).toEqual([])
})
