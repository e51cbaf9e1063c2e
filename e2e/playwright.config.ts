import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Project } from '@playwright/test'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '../tools/chromium.mjs'

const executablePath = findChromium()

const nightly = process.env['LINTEL_NIGHTLY'] !== undefined
/**
 * Tests that change network interfaces on the host, which makes the browser drop what it is
 * loading.
 */
const CABLES = '**/same-site.test.ts'
/** Files that keep one worker for more than a minute: begun last, they would end long after the others. */
const LONG =
  /^(?:wizard|shell\/(?:search|keyboard)|network\/move|sip-calls\/scale|maintenance\/upgrade)/

/**
 * A project for the files of each product, then one for the long files and one for all others. A new
 * product needs a new worker with a device and a browser, so its files follow each other.
 */
function pages(): Project[] {
  const groups = new Map<string, string[]>()
  for (const file of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.test.ts')) continue
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    const product = /^test\.use\(\{ product: '([^']+)'/m.exec(text)?.[1]
    const isOther = product !== undefined && product !== 'A8307-E'
    const group = isOther ? product : LONG.test(file) ? 'long' : 'pages'
    groups.set(group, [...(groups.get(group) ?? []), `**/${file}`])
  }
  const last = ['long', 'pages']
  const names = [...Array.from(groups.keys()).filter((name) => !last.includes(name)), ...last]
  return names.map((name) => ({
    name,
    testMatch: groups.get(name) ?? [],
    testIgnore: CABLES,
    // A worker takes some seconds to start, so one is for several files.
    ...(last.includes(name) ? {} : { workers: Math.ceil((groups.get(name)?.length ?? 0) / 4) }),
    // In a full run the interfaces are set up before the first page opens.
    dependencies: process.env['LINTEL_ALL'] === undefined ? [] : ['cables'],
  }))
}

export default defineConfig({
  projects: nightly
    ? [{ name: 'nightly', testMatch: '**/*.nightly.ts' }]
    : [{ name: 'cables', testMatch: CABLES }, ...pages()],
  testDir: '.',
  snapshotPathTemplate: '{testDir}/baselines/{arg}{ext}',
  outputDir: '../.results/e2e',
  // A test uses a core for a quarter of its time; the rest is round trips between browser, device
  // and test.
  workers: Math.max(4, 3 * availableParallelism()),
  fullyParallel: false,
  forbidOnly: true,
  // Only failing tests wait this long; a slow machine must not make one fail.
  timeout: 60_000,
  expect: {
    timeout: 10_000,
    // Anti-aliasing differs between browser builds; a moved or missing element changes far more
    // pixels.
    toHaveScreenshot: { maxDiffPixelRatio: 0.005, animations: 'disabled', caret: 'hide' },
  },
  reporter: [['dot'], ['json', { outputFile: '../.results/playwright.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 800 },
    // Use `npx playwright test --config e2e --trace on` for a failing test: tracing all of them
    // takes a third longer.
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The pages of a context share a process. A new process reads all scripts anew.
        '--renderer-process-limit=1',
        // Processes of their own for drawing and for the network cost a tenth of the time.
        '--in-process-gpu',
        // The last list of features counts: the first two are Playwright's.
        '--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,NetworkServiceInProcess2',
        // Pages are loaded anew before optimised code has made up for its compilation.
        '--js-flags=--no-maglev,--no-opt',
      ],
    },
  },
})
