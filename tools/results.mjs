/** Reads the JSON reports of the two test runners. */

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number,
 *   numTodoTests?: number, testResults: { status: string, assertionResults: unknown[] }[] }} report
 * @returns {Count}
 */
export function countVitest(report) {
  // A file that can't be loaded has no tests to count, but it has failed.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  }
}

/** More flaky tests than this fail the run: the problem is bigger than a test. */
const FLAKY_ALLOWED = 3

/**
 * A flaky test failed and passed when retried. A few of them count as passed.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number },
 * errors: unknown[] }} report
 * @returns {Count}
 */
export function countPlaywright({ stats, errors }) {
  const tolerated = stats.flaky <= FLAKY_ALLOWED ? stats.flaky : 0
  return {
    passed: stats.expected + tolerated,
    failed: stats.unexpected + stats.flaky - tolerated + errors.length,
    skipped: stats.skipped,
  }
}

/**
 * @typedef {object} Suite
 * @property {string} title
 * @property {Suite[]} [suites]
 * @property {{ title: string, file: string, tests: { status: string }[] }[]} [specs]
 */

/**
 * The flaky tests of a Playwright report, each as `file › group › title`.
 * @param {{ suites: Suite[] }} report
 * @returns {string[]}
 */
export function flakyTests({ suites }) {
  /** @type {(suite: Suite, above: string[]) => string[]} */
  const within = (suite, above) => {
    const path = [...above, suite.title]
    const flaky = (suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => [...path, title].join(' › '))
    return [...flaky, ...(suite.suites ?? []).flatMap((inner) => within(inner, path))]
  }
  return suites.flatMap((suite) => within(suite, []))
}

/**
 * A runner that fails without a failed test counts as a failure (an unhandled error).
 * @param {Count | undefined} count Undefined without a report.
 * @param {number} code
 * @returns {Count}
 */
export function withExitCode(count = { passed: 0, failed: 0, skipped: 0 }, code) {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}
