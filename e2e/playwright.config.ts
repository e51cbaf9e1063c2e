import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '../tools/chromium.mjs'

const executablePath = findChromium()

const nightly = process.env['LINTEL_NIGHTLY'] !== undefined
/** Tests that lay network cables on the host, which breaks off what browsers load at that moment. */
const CABLES = '**/same-site.test.ts'

export default defineConfig({
  projects: nightly
    ? [{ name: 'nightly', testMatch: '**/*.nightly.ts' }]
    : [
        { name: 'cables', testMatch: CABLES },
        {
          name: 'pages',
          testMatch: '**/*.test.ts',
          testIgnore: CABLES,
          // In a run of everything the cables are laid before the first page opens.
          dependencies: process.env['LINTEL_ALL'] === undefined ? [] : ['cables'],
        },
      ],
  testDir: '.',
  snapshotPathTemplate: '{testDir}/baselines/{arg}{ext}',
  outputDir: '../.results/e2e',
  // A test keeps a core busy for a quarter of its time; the rest is round trips between browser, device and test.
  workers: Math.max(4, 3 * availableParallelism()),
  fullyParallel: false,
  forbidOnly: true,
  // Only a test that fails waits for so long; one whose machine is busy shall not be one of them.
  timeout: 60_000,
  expect: {
    timeout: 10_000,
    // Anti-aliasing differs between builds of the browser; a moved or missing thing is far more.
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
    // `npx playwright test --config e2e --trace on` for one that fails: recording all takes a third longer.
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
      ],
    },
  },
})
