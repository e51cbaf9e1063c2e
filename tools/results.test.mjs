import { expect, test } from 'vitest'
import { countPlaywright, countVitest, flakyTests, withExitCode } from './results.mjs'

const withFlaky = (/** @type {number} */ flaky) => ({
  stats: { expected: 5, unexpected: 0, flaky, skipped: 0 },
  errors: [],
})

const spec = (/** @type {string} */ title, /** @type {string} */ status) => ({
  title,
  file: 'users/list.test.ts',
  tests: [{ status }],
})

test('a test file that does not load counts as a failure', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'passed', assertionResults: [{}, {}, {}] },
    ],
  }
  expect(countVitest(report)).toEqual({ passed: 3, failed: 2, skipped: 3 })
})

test('errors outside tests count as failures', () => {
  const report = {
    stats: { expected: 5, unexpected: 1, flaky: 0, skipped: 2 },
    errors: ['the configuration is broken'],
  }
  expect(countPlaywright(report)).toEqual({ passed: 5, failed: 2, skipped: 2 })
})

test('up to three flaky tests pass, a fourth makes all of them failures', () => {
  expect(countPlaywright(withFlaky(3))).toEqual({ passed: 8, failed: 0, skipped: 0 })
  expect(countPlaywright(withFlaky(4))).toEqual({ passed: 5, failed: 4, skipped: 0 })
})

test('flaky tests are named with their file and group', () => {
  const report = {
    suites: [
      {
        title: 'users/list.test.ts',
        specs: [spec('lists accounts', 'flaky'), spec('sorts', 'expected')],
        suites: [{ title: 'as a viewer', specs: [spec('is refused', 'flaky')] }],
      },
      { title: 'empty.test.ts' },
    ],
  }
  expect(flakyTests(report)).toEqual([
    'users/list.test.ts › lists accounts',
    'users/list.test.ts › as a viewer › is refused',
  ])
})

test('a runner without a report counts as a failure', () => {
  expect(withExitCode(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a runner that fails without a failed test counts as a failure', () => {
  const count = { passed: 4, failed: 0, skipped: 0 }
  expect(withExitCode(count, 1).failed).toBe(1)
  expect(withExitCode(count, 0)).toEqual(count)
})
