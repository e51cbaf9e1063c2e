import { expect, test } from 'vitest'
import { countPlaywright, countVitest, withExitCode } from './results.mjs'

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

test('errors outside of tests and flaky tests count as failures', () => {
  const report = {
    stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 },
    errors: ['the configuration is broken'],
  }
  expect(countPlaywright(report)).toEqual({ passed: 5, failed: 3, skipped: 2 })
})

test('a runner without a report has failed', () => {
  expect(withExitCode(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a runner that ends badly without a failed test has failed', () => {
  const count = { passed: 4, failed: 0, skipped: 0 }
  expect(withExitCode(count, 1).failed).toBe(1)
  expect(withExitCode(count, 0)).toEqual(count)
})
