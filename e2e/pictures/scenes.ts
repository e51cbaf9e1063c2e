/** The scenes of README's pictures: which pages each shows, and how it comes about. */
import { getBench, pressKey } from '@lintel/contract/bench'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { at, expect } from '../fixture.ts'
import { inFrame, live } from '../pages/parts.ts'
import { PASSWORD, ROOT } from '../rig/accounts.ts'
import { watchPages } from '../rig/page-guard.ts'
import type { Rig } from '../rig/rig.ts'

/** One window of a picture. */
interface Window {
  /** A route of the console; without one it is the bench. */
  route?: string
  /** In CSS pixels. */
  width: number
  height: number
  scheme: 'light' | 'dark'
  /** Waits until the page shows everything. */
  ready: (page: Page) => Promise<unknown>
}

export interface Scene {
  /** The name of its files. */
  name: string
  /** From left to right. */
  windows: readonly Window[]
  /** What happens once the windows are open. */
  act?: (rig: Rig, pages: readonly Page[]) => Promise<unknown>
}

const desktop = { width: 1360, height: 850 }
const phone = { width: 390, height: 780, scheme: 'light' } as const

export const SCENES: readonly Scene[] = [
  {
    name: 'overview',
    windows: [{ ...desktop, height: 960, route: '/', scheme: 'light', ready: live }],
  },
  {
    name: 'calls',
    windows: [
      {
        ...desktop,
        route: '/sip/calls',
        scheme: 'dark',
        async ready(page) {
          await expect(page.locator('main figure')).toBeVisible()
          await expect(page.locator('main tbody').getByRole('row').nth(5)).toBeVisible()
        },
      },
    ],
  },
  {
    name: 'phone',
    windows: [
      { ...phone, route: '/', ready: live },
      {
        ...phone,
        route: '/phonebook/organisations/flats',
        ready: (page) => expect(page.getByText('Lindqvist')).toBeVisible(),
      },
      {
        ...phone,
        route: '/events',
        ready: (page) => expect(inFrame(page).getByText('Blink when the desk asks')).toBeVisible(),
      },
    ],
  },
  {
    name: 'bench',
    windows: [
      {
        width: 1100,
        height: 900,
        scheme: 'light',
        ready: (page) => expect(page.getByText('Running')).toBeVisible(),
      },
      {
        width: 960,
        height: 900,
        route: '/',
        scheme: 'light',
        async ready(page) {
          await live(page)
          // It listens, so it shows what happens next.
          await expect(page.getByText(/^Nothing since \d/)).toBeVisible()
        },
      },
    ],
    async act(rig) {
      await rig.bench.call(pressKey, { key: 'callButton' })
      await expect.poll(async () => (await rig.bench.call(getBench, {})).calls.length).toBe(1)
    },
  },
]

/** The pages of a scene, played, and what went wrong on them. */
export interface Played {
  pages: readonly Page[]
  faults: () => readonly string[]
  close: () => Promise<void>
}

async function openWindow(browser: Browser, rig: Rig, window: Window): Promise<BrowserContext> {
  const { width, height, scheme } = window
  const context = await browser.newContext({
    baseURL: rig.site,
    viewport: { width, height },
    deviceScaleFactor: 2,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Stockholm',
  })
  await context.request.post('/sign-in', {
    data: { user: ROOT, password: PASSWORD },
    headers: { 'x-lintel-console': '1' },
  })
  return context
}

/** Opens the windows of a scene on a furnished device and plays it. */
export async function play(browser: Browser, rig: Rig, scene: Scene): Promise<Played> {
  const opened = await Promise.all(
    scene.windows.map(async (window) => {
      const context = await openWindow(browser, rig, window)
      const guard = watchPages(context)
      const page = await context.newPage()
      await page.goto(window.route === undefined ? rig.addresses.bench : at(window.route))
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await window.ready(page)
      return { context, guard, page }
    }),
  )
  const pages = opened.map(({ page }) => page)
  await scene.act?.(rig, pages)
  return {
    pages,
    faults: () => opened.flatMap(({ guard }) => guard.faults()),
    async close() {
      for (const { context, guard } of opened) {
        guard.stop()
        await context.close()
      }
    },
  }
}
