/**
 * `npm test [-- words]`: unit tests, then browser tests, all of them or those whose file names hold
 * one of the words. The last line is `N passed, N failed, N skipped` over both.
 */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { install } from './install.mjs'
import { countPlaywright, countVitest, withExitCode } from './results.mjs'
import { ROOT } from './root.mjs'
import { bin, reasonOf, run, say } from './run.mjs'

const words = process.argv.slice(2)
const RESULTS = join(ROOT, '.results')

/**
 * Runs a test runner that leaves its report in `.results/<name>.json`.
 * @template Report
 * @param {string} name
 * @param {string[]} args
 * @param {(report: Report) => import('./results.mjs').Count} count
 */
async function runner(name, args, count) {
  const { code } = await run(bin(name), args, {
    env: { NODE_ENV: 'test', ...(words.length === 0 ? { LINTEL_ALL: '1' } : {}) },
  })
  const text = await readFile(join(RESULTS, `${name}.json`), 'utf8').catch(() => undefined)
  if (text === undefined) return withExitCode(undefined, code)
  return withExitCode(count(/** @type {Report} */ (JSON.parse(text))), code)
}

await install()
const browser = await ensureChromium()
await build().catch((error) => {
  say(reasonOf(error))
  console.log('0 passed, 1 failed, 0 skipped')
  process.exit(1)
})
await rm(RESULTS, { recursive: true, force: true })

const unit = await runner('vitest', ['run', '--passWithNoTests', ...words], countVitest)
const pages = browser
  ? await runner(
      'playwright',
      ['test', '--config', 'e2e', '--pass-with-no-tests', ...words],
      countPlaywright,
    )
  : { passed: 0, failed: 1, skipped: 0 }

const passed = unit.passed + pages.passed
const failed = unit.failed + pages.failed
const skipped = unit.skipped + pages.skipped
process.exitCode = failed > 0 || (process.env['CI'] === 'true' && skipped > 0) ? 1 : 0
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
