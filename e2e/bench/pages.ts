import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { setFaults } from '@lintel/contract/bench'
import type { Browser, BrowserContext } from '@playwright/test'
import { chromium } from '@playwright/test'
import { BUDGETS } from '../../tools/budgets.mjs'
import { findChromium } from '../../tools/chromium.mjs'
import { at } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'
import type { Figure } from './figure.ts'
import { atMost, median } from './figure.ts'
import { signIn } from './session.ts'

const DIST = join(import.meta.dirname, '..', '..', 'console', 'dist')
const BASE = '/webapp/hw/'

export async function launch(): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}

/** A new browser context of an administrator. */
export async function signedIn(browser: Browser, rig: Rig): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const [name = '', value = ''] = (await signIn(rig)).split('=')
  await context.addCookies([{ name, value, url: rig.addresses.http }])
  return context
}

/** Bytes of a built file in its best encoding. */
function brotliBytes(path: string): number {
  const file = join(DIST, path === BASE ? 'index.html' : path.slice(BASE.length))
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

/** The addresses of what loads beside the overview: its tiles, its picture and parts of the shell. */
function laterFiles(): ReadonlySet<string> {
  const json = readFileSync(join(DIST, '.vite', 'manifest.json'), 'utf8')
  const manifest = JSON.parse(json) as Record<string, { file: string }>
  return new Set(
    Object.entries(manifest)
      .filter(([key]) =>
        /\/(tiles\/(board\.tsx|\w+\.json)|shell\/later\.tsx|live-(video|view-outputs)\.tsx)$/.test(
          key,
        ),
      )
      .map(([, { file }]) => BASE + file),
  )
}

/** What the overview loads of the console until its tiles, each file once. */
async function firstLoad(browser: Browser, rig: Rig): Promise<Figure[]> {
  const context = await signedIn(browser, rig)
  const page = await context.newPage()
  const files = new Set<string>()
  const later = laterFiles()
  // Held up until the page closes, and with them what they would load.
  await page.route(
    ({ pathname }) => later.has(pathname),
    () => undefined,
  )
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith(BASE) && !later.has(pathname)) files.add(pathname)
  })
  await page.goto(rig.addresses.http + at('/'))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForTimeout(1000)
  await context.close()
  const bytes = [...files].reduce((sum, path) => sum + brotliBytes(path), 0)
  return [
    atMost('overview, first load, brotli', bytes / 1000, BUDGETS.firstLoad.bytes / 1000, 'kB'),
    atMost('overview, first load, files', files.size, BUDGETS.firstLoad.requests, 'requests'),
  ]
}

/** Brotli size of the sign-in page and everything it loads. */
async function signInPage(rig: Rig): Promise<Figure> {
  const bodies = await Promise.all(
    ['/sign-in', '/sign-in/style.css', '/sign-in/start.js', '/favicon.svg'].map(async (path) => {
      const answer = await fetch(rig.addresses.http + path)
      if (!answer.ok) throw new Error(`${path} was answered by ${answer.status}.`)
      return brotliCompressSync(Buffer.from(await answer.arrayBuffer())).length
    }),
  )
  const bytes = bodies.reduce((sum, length) => sum + length, 0)
  return atMost('sign-in page, brotli', bytes / 1000, BUDGETS.signIn.bytes / 1000, 'kB')
}

/** How long the overview takes on a device with 200 ms latency per call. */
async function usable(browser: Browser, rig: Rig): Promise<Figure> {
  const times: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    await rig.put('ready')
    const context = await signedIn(browser, rig)
    await rig.bench.call(setFaults, { faults: [{ call: '*', fault: 'slow', value: 200 }] })
    const page = await context.newPage()
    const began = performance.now()
    await page.goto(rig.addresses.http + at('/'))
    await page.getByText('A8307-E').first().waitFor()
    await page.getByRole('term').first().waitFor()
    await page.locator('img, canvas, video').first().waitFor()
    times.push((performance.now() - began) / 1000)
    await context.close()
  }
  await rig.put('ready')
  return atMost('overview usable when every call takes 200 ms', median(times), 2, 's')
}

/** Figures that need a browser. */
export async function pageFigures(rig: Rig): Promise<Figure[]> {
  await rig.put('ready')
  const browser = await launch()
  try {
    return [...(await firstLoad(browser, rig)), await signInPage(rig), await usable(browser, rig)]
  } finally {
    await browser.close()
  }
}
