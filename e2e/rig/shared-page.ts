/**
 * One page of the console for several tests: loading the console takes more processor time than
 * most tests do on it.
 */
import type { Browser, BrowserContext, Disposable, Page } from '@playwright/test'
import { installClockIn, resumeClock } from './page-clock.ts'

/** A page that every role can open on every product and that is quick to load. */
export const ELSEWHERE = '/language'
const CONSOLE = `/webapp/hw/#${ELSEWHERE}`
const headingOf = (page: Page) => page.getByRole('heading', { level: 1, name: 'Language' })
/**
 * For steps of a reset that take a few frames unless the page can't be used again, in milliseconds.
 */
const LIMIT = 3_000
/** For the same steps in a test, which would fail. */
const PATIENT = 10_000
/** What the console stores in the browser unless somebody chooses a theme. */
const STORED = ['lintel.language']

/** What tests have changed of a page and not put back. */
const changes = new WeakMap<Page, Set<unknown>>()

/** What is left in a browser context when its pages have been closed. */
interface Traces {
  /** The origins that its pages have shown, which may have stored something. */
  origins: Set<string>
  /** Whether it can't be emptied: it has a test clock or an init script, for example. */
  isAltered: boolean
}
const traces = new WeakMap<BrowserContext, Traces>()

/** Opens a browser context that remembers what `emptyContext` has to know. */
export async function openContext(browser: Browser, clock: boolean): Promise<BrowserContext> {
  const context = await browser.newContext()
  if (clock) await installClockIn(context)
  const left: Traces = { origins: new Set(), isAltered: clock }
  traces.set(context, left)
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => {
      if (frame.url().startsWith('http')) left.origins.add(new URL(frame.url()).origin)
    })
  })
  const alter = <Name extends string>(object: Record<Name, unknown>, names: readonly Name[]) => {
    for (const name of names) {
      const original = (object[name] as (...args: unknown[]) => unknown).bind(object)
      object[name] = (...args: unknown[]) => {
        left.isAltered = true
        return original(...args)
      }
    }
  }
  alter(context, ALTERING)
  alter(context.clock, CLOCK)
  return context
}

/** What changes a context for good. */
const ALTERING = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const
const CLOCK = [
  'fastForward',
  'install',
  'pauseAt',
  'runFor',
  'setFixedTime',
  'setSystemTime',
] as const

/**
 * Makes a browser context as good as new: closes its pages, and clears cookies, storage and cache. A
 * new context needs a new renderer process, which doubles the processor time of the first page.
 * @returns its only page, which is empty; undefined if the context can't be used again
 */
export async function emptyContext(context: BrowserContext): Promise<Page | undefined> {
  const left = traces.get(context)
  if (!left || left.isAltered) return undefined
  const old = context.pages()
  // Opened before the others close, it shares their process (`--renderer-process-limit`).
  const page = await openSharedPage(context)
  for (const other of old) await other.close()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.clearCookies()
  const session = await context.newCDPSession(page)
  for (const origin of left.origins) {
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  }
  await session.send('Network.clearBrowserCache')
  await session.detach()
  left.origins.clear()
  left.isAltered = false
  return page
}

/** Opens a page that remembers what can't be seen in it later. */
export async function openSharedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const changed = new Set<unknown>()
  changes.set(page, changed)
  for (const name of ['exposeFunction', 'routeWebSocket', 'emulateMedia', 'on'] as const) {
    const original = page[name].bind(page) as (...args: unknown[]) => never
    page[name] = (...args: unknown[]) => {
      if (name === 'emulateMedia') {
        for (const [feature, value] of Object.entries(args[0] ?? {})) {
          if (value === null) changed.delete(feature)
          else changed.add(feature)
        }
        // A listener to anything but dialogs only watches.
      } else if (name !== 'on' || args[0] === 'dialog') {
        changed.add(name)
      }
      return original(...args)
    }
  }
  const addInitScript = page.addInitScript.bind(page) as (...args: unknown[]) => Promise<Disposable>
  page.addInitScript = async (...args: unknown[]) => {
    const script = await addInitScript(...args)
    changed.add(script)
    const dispose = script.dispose.bind(script)
    script.dispose = async () => {
      await dispose()
      changed.delete(script)
    }
    return script
  }
  return page
}

/**
 * Goes to another page of the console, so that the current one can be opened anew, and dismisses its
 * toasts, so that no test takes an earlier one for its own.
 */
export async function leave(page: Page, timeout = PATIENT): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, ELSEWHERE)
  const unsaved = page.getByRole('button', { name: 'Leave', exact: true })
  const other = headingOf(page)
  await unsaved.or(other).waitFor({ timeout })
  if (await unsaved.isVisible()) await unsaved.click({ timeout })
  await other.waitFor({ timeout })
  const toasts = page.getByRole('region', { name: 'Messages' }).getByRole('button')
  await toasts.evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click()
  })
  await toasts.first().waitFor({ state: 'detached', timeout })
}

/** Opens a page of the device, or opens it anew, even where only what follows `#` differs. */
export async function load(page: Page, address: string): Promise<void> {
  if (!page.url().startsWith('http')) {
    await page.goto(address)
    return
  }
  // A reload takes half the processor time of leaving for an empty page and coming back.
  await page.evaluate((url) => {
    history.replaceState(null, '', url)
  }, address)
  await page.reload()
}

/**
 * Goes to another page of the console, which then forgets what the current one has read.
 * @param put puts the device into its first state and keeps the sessions
 */
export async function startElsewhere(page: Page, put: () => Promise<void>): Promise<void> {
  await leave(page)
  await readAgain(page, put, PATIENT)
}

/** Puts the device into its first state, at which the console forgets what it has read. */
async function readAgain(page: Page, put: () => Promise<void>, timeout: number): Promise<void> {
  // It reads the parameters again at the last of the events that follow.
  const read = page.waitForResponse((one) => one.url().includes('/param.cgi'), { timeout })
  await Promise.all([read, put()])
}

interface ResetParts {
  /** The device's, as in `http://127.0.0.1:8080`. */
  origin: string
  viewport: { width: number; height: number } | null
  /** Whether the page has Playwright's clock. */
  clock: boolean
  /** Who is to be signed in. */
  user: string
  /** Puts the device into its first state and keeps the sessions. */
  put: () => Promise<void>
}

/**
 * Makes a page that a test has used ready for the next one, on a device that is put into its first
 * state underneath.
 * @returns whether that succeeded; otherwise the next test needs a new page
 */
export async function resetPage(
  page: Page,
  { origin, viewport, clock, user, put }: ResetParts,
): Promise<boolean> {
  if (page.isClosed() || changes.get(page)?.size !== 0) return false
  // Another address has a storage of its own.
  if (!page.url().startsWith(`${origin}/`)) return false
  try {
    for (const other of page.context().pages()) if (other !== page) await other.close()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().unrouteAll({ behavior: 'ignoreErrors' })
    if (viewport) await page.setViewportSize(viewport)
    if ((await page.evaluate(hasTestClock)) !== clock) return false
    if (clock) await resumeClock(page)
    if (await isAsNew(page)) {
      await readAgain(page, put, LIMIT)
      return await isSignedIn(page, user)
    }
    // The page's clock may be far ahead of the device's.
    if (clock) return false
    // A reload takes a third of the processor time of a new context.
    await put()
    if (!(await isSignedIn(page, user))) return false
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await load(page, CONSOLE)
    await headingOf(page).waitFor({ timeout: LIMIT })
    return true
  } catch {
    return false
  }
}

/** Whether the page, once it is away from the current one, is the console and nothing is left in it. */
async function isAsNew(page: Page): Promise<boolean> {
  if (!(await page.evaluate(isConsole))) return false
  await leave(page, LIMIT)
  return page.evaluate(isUnaltered, STORED)
}

async function isSignedIn(page: Page, user: string): Promise<boolean> {
  const answer = await page.context().request.get('/axis-cgi/usergroup.cgi')
  return answer.ok() && (await answer.text()).startsWith(`${user}\n`)
}

const hasTestClock = (): boolean => '__pwClock' in globalThis

/** Whether the page is the console in English. */
const isConsole = (): boolean =>
  location.pathname === '/webapp/hw/' && document.documentElement.lang === 'en'

/** Whether no dialog or warning is left, and nothing is stored. */
const isUnaltered = (stored: string[]): boolean =>
  document.querySelector('dialog[open], [role="alert"]') === null &&
  Object.keys(localStorage).every((key) => stored.includes(key))
