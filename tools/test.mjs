/**
 * `npm test [-- words]`: unit tests, then browser tests, all of them or those whose file names
 * contain one of the words. `npm test -- --changed [commit]` runs those that the changes since a
 * commit can affect; by default the uncommitted changes. The last line is `N passed, N failed, N
 * skipped` over both.
 */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ALL, build } from './build.mjs'
import { browserTestsOf, changedFiles, readSources } from './changed.mjs'
import { ensureChromium } from './chromium.mjs'
import { install } from './install.mjs'
import { countPlaywright, countVitest, flakyTests, withExitCode } from './results.mjs'
import { ROOT } from './root.mjs'
import { bin, reasonOf, run, say } from './run.mjs'

const args = process.argv.slice(2)
const RESULTS = join(ROOT, '.results')
const inCi = process.env['CI'] === 'true'
/**
 * A browser test that fails in CI is retried once; the run names it and counts it (results.mjs).
 */
const RETRIES = inCi ? ['--retries', '1'] : []

/** Tests that cover all pages, or those of the areas in `LINTEL_AREAS`. */
const THROUGH_PAGES = [
  'e2e/fault-scenarios/',
  'e2e/shell/fit.test.ts',
  'e2e/device-pages/fit.test.ts',
]

/**
 * Runs a test runner that writes its report to `.results/<name>.json`.
 * @template Report
 * @param {string} name
 * @param {readonly string[]} runnerArgs
 * @param {(report: Report) => import('./results.mjs').Count} count
 * @param {boolean} all Whether every test runs.
 */
async function runner(name, runnerArgs, count, all) {
  const { code } = await run(bin(name), runnerArgs, {
    env: { NODE_ENV: 'test', ...(all ? { LINTEL_ALL: '1' } : {}) },
  })
  const text = await readFile(join(RESULTS, `${name}.json`), 'utf8').catch(() => undefined)
  if (text === undefined) return withExitCode(undefined, code)
  return withExitCode(count(/** @type {Report} */ (JSON.parse(text))), code)
}

/**
 * The tests of both kinds to run.
 * @returns {Promise<{ unit: string[], browser: string[] | 'everything' }>}
 */
async function selection() {
  if (args[0] !== '--changed') return { unit: args, browser: args.length > 0 ? args : 'everything' }
  const since = args[1] ?? 'HEAD'
  const browser = browserTestsOf(await changedFiles(since), await readSources())
  say(`Browser tests that the changes can touch: ${[browser].flat().join(' ') || 'none'}.`)
  return { unit: ['--changed', since], browser }
}

/**
 * @param {import('./results.mjs').Count} count
 * @returns {never}
 */
function end({ passed, failed, skipped }) {
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  process.exit(failed > 0 || (inCi && skipped > 0) ? 1 : 0)
}

/** @type {(error: unknown) => never} */
const giveUp = (error) => {
  say(reasonOf(error))
  return end({ passed: 0, failed: 1, skipped: 0 })
}

await install()
const { unit, browser } = await selection().catch(giveUp)
const chromium = await ensureChromium()
await build(ALL).catch(giveUp)
await rm(RESULTS, { recursive: true, force: true })

const all = browser === 'everything'
const units = await runner('vitest', ['run', '--passWithNoTests', ...unit], countVitest, all)
const pages = await browserTests()
end({
  passed: units.passed + pages.passed,
  failed: units.failed + pages.failed,
  skipped: units.skipped + pages.skipped,
})

/** Runs the selected browser tests. */
async function browserTests() {
  const none = { passed: 0, failed: 0, skipped: 0 }
  if (!chromium) return { ...none, failed: 1 }
  const files = all ? [] : [...browser]
  if (!all && files.length === 0) return none
  const areas = files.flatMap((file) => /^e2e\/([^/]+)\/$/.exec(file)?.[1] ?? [])
  if (args[0] === '--changed' && areas.length > 0) {
    process.env['LINTEL_AREAS'] = areas.join(' ')
    files.push(...THROUGH_PAGES)
  }
  const runnerArgs = ['test', '--config', 'e2e', '--pass-with-no-tests', ...RETRIES, ...files]
  return runner('playwright', runnerArgs, countAndNameFlaky, all)
}

/** @param {Parameters<typeof countPlaywright>[0] & Parameters<typeof flakyTests>[0]} report */
function countAndNameFlaky(report) {
  for (const name of flakyTests(report)) console.log(`flaky: ${name}`)
  return countPlaywright(report)
}
