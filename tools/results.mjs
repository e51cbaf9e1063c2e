/** What the two test runners' JSON reports say, in three numbers. */

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number,
 *   numTodoTests?: number, testResults: { status: string, assertionResults: unknown[] }[] }} report
 * @returns {Count}
 */
export function countVitest(report) {
  // A file that can't even be loaded has no tests to count, but it has failed.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  }
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number },
 *   errors: unknown[] }} report
 * @returns {Count}
 */
export function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}

/**
 * A runner that ended badly without a failed test has failed all the same (an unhandled error).
 * @param {Count | undefined} count Undefined without a report.
 * @param {number} code
 * @returns {Count}
 */
export function withExitCode(count = { passed: 0, failed: 0, skipped: 0 }, code) {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}
