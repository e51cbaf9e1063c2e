import type { BrowserContext, Page } from '@playwright/test'
import { test as base } from '@playwright/test'
import type { Person } from './rig/accounts.ts'
import { ACCOUNTS, PASSWORD, ROOT } from './rig/accounts.ts'
import type { PageGuard } from './rig/page-guard.ts'
import { watchPages } from './rig/page-guard.ts'
import type { Rig } from './rig/rig.ts'
import { startRig } from './rig/rig.ts'
import { emptyContext, leave, openContext, openSharedPage, resetPage } from './rig/shared-page.ts'
import type { State } from './rig/states.ts'

export { expect } from '@playwright/test'

interface Options {
  /** The state of the device before each test. */
  state: State
  /** Who is signed in before the page opens; `nobody` for no session. */
  person: Person | 'root' | 'nobody'
  /**
   * Whether the page has Playwright's clock from the start, as from `installClock`. Tests of such a
   * page go by its time: what the tests before them skipped leaves it ahead of the host's.
   */
  clock: boolean
  /**
   * What a test takes over from the one before it, if both have the same options. Loading the console
   * takes more processor time than most tests do on it.
   * - `page`, the default: the console, loaded anew unless it is as good as new. The device is put
   *   back underneath it, and `open` shows its page anew.
   * - `device`: the device too, for tests that leave it as they found it.
   * - `nothing`: for tests of how the console starts.
   */
  reuse: 'page' | 'device' | 'nothing'
}

interface Fixtures {
  /** The options that a browser context is made for. */
  contextKey: string
  /** The same with the device's state and the person. */
  pageKey: string
  /** Errors that the test provokes, as patterns of their log lines (see page-guard.ts). */
  expectFailures: PageGuard['expect']
  /** Opens a page of the console by its route: `/users`. */
  open: (route: string) => Promise<void>
}

interface WorkerFixtures {
  product: string
  rig: Rig
  last: Last
}

/** What the last test has left. */
interface Last {
  context: BrowserContext | undefined
  /** The options that the browser context was made for. */
  contextKey?: string
  /** Those of its page, unless the page can't be taken over. */
  pageKey?: string | undefined
  /** Its group if it left the device as it was. */
  untouched?: string | undefined
  /** Whether the context has been emptied for the next test. */
  isEmpty?: boolean
}

/** The name of a person's account. */
const userOf = (person: Person | 'root' | 'nobody'): string =>
  person === 'root' || person === 'nobody' ? ROOT : ACCOUNTS[person].user

/** Whether somebody is signed in before the page opens. */
const hasSession = (person: Person | 'root' | 'nobody', state: State): boolean =>
  person !== 'nobody' && state !== 'new'

/** The URL path of a console route. */
export const at = (route: string) => `/webapp/hw/#${route}`

/**
 * `test` with one device per worker, put into the chosen state before each test, and a browser that is
 * signed in. A test fails when a page logs an error, or a request fails, that it did not expect.
 */
export const test = base.extend<Options & Fixtures & { guard: PageGuard }, WorkerFixtures>({
  product: ['A8307-E', { option: true, scope: 'worker' }],
  rig: [
    async ({ product }, provide) => {
      const rig = await startRig({ product })
      await provide(rig)
      await rig.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  state: ['ready', { option: true }],
  person: ['admin', { option: true }],

  clock: [false, { option: true }],

  baseURL: async ({ rig }, provide) => provide(rig.site),

  reuse: ['page', { option: true }],
  last: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, provide) => {
      const last: WorkerFixtures['last'] = { context: undefined }
      await provide(last)
      await last.context?.close()
    },
    { scope: 'worker' },
  ],

  contextKey: async (
    {
      clock,
      viewport,
      locale,
      colorScheme,
      bypassCSP,
      hasTouch,
      deviceScaleFactor,
      ignoreHTTPSErrors,
    },
    provide,
  ) => {
    const screen = { viewport, colorScheme, hasTouch, deviceScaleFactor }
    await provide(JSON.stringify({ clock, locale, bypassCSP, ignoreHTTPSErrors, ...screen }))
  },

  pageKey: async ({ contextKey, state, person }, provide) => {
    await provide(JSON.stringify({ contextKey, state, person }))
  },

  context: async (
    { browser, rig, reuse, last, state, person, clock, viewport, contextKey, pageKey },
    provide,
    { titlePath },
  ) => {
    const group = titlePath.slice(0, -1).join(' › ')
    const before = { ...last }
    last.context = undefined
    const isSame = reuse !== 'nothing' && before.pageKey === pageKey
    const isUntouched = isSame && reuse === 'device' && before.untouched === group
    const origin = rig.site
    const put = () => rig.put(state, true)
    const parts = { origin, viewport, clock, user: userOf(person), put }
    // Signed out there is nothing to put back underneath, and the wizard ends for good.
    const reset = (page: Page) => hasSession(person, state) && resetPage(page, parts)
    const [page] = isSame ? (before.context?.pages() ?? []) : []
    const isTaken = page !== undefined && (isUntouched || (await reset(page)))
    const same = before.contextKey === contextKey ? before.context : undefined
    last.isEmpty = !isTaken && same !== undefined && (await emptyContext(same)) !== undefined
    if (isTaken || last.isEmpty) {
      last.context = before.context
    } else {
      await before.context?.close()
      last.context = await openContext(browser, clock)
    }
    const { context } = last
    if (!context) throw new Error('There is no browser context.')
    await provide(context)
    last.contextKey = contextKey
    last.pageKey = reuse === 'nothing' ? undefined : pageKey
    last.untouched = reuse === 'device' ? group : undefined
  },

  guard: async ({ context }, provide) => {
    const guard = watchPages(context)
    await provide(guard)
    guard.stop()
    const faults = guard.faults()
    if (faults.length > 0)
      throw new Error(
        `The page logged errors or failed requests that the test did not expect:\n${faults.join('\n')}`,
      )
  },

  page: async ({ rig, state, person, context, last, guard: _guard }, provide) => {
    const [taken] = context.pages()
    if (taken && !last.isEmpty) {
      await provide(taken)
      return
    }
    await rig.put(state)
    if (hasSession(person, state)) {
      const user = userOf(person)
      const answer = await context.request.post('/sign-in', {
        data: { user, password: PASSWORD },
        headers: { 'x-lintel-console': '1' },
      })
      if (!answer.ok()) throw new Error(`Signing in as ${user} was answered by ${answer.status()}.`)
    }
    await provide(taken ?? (await openSharedPage(context)))
  },

  expectFailures: async ({ guard }, provide) => provide(guard.expect),

  open: async ({ page }, provide) => {
    await provide(async (route) => {
      if (new URL(page.url()).hash === `#${route}`) await leave(page)
      await page.goto(at(route))
    })
  },
})
