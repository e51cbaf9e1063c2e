/**
 * One page of the console for several tests: loading the console takes more processor time than
 * most tests do on it.
 */
import type { BrowserContext, Page } from '@playwright/test'

/** A page that every role can open on every product and that is quick to load. */
const ELSEWHERE = '/language'
/** For steps that take a few frames unless the page can't be used again, in milliseconds. */
const LIMIT = 3_000
/** What the console stores in the browser unless somebody chooses a theme. */
const STORED = ['lintel.language']

/** What tests have changed of a page and not put back. */
const changes = new WeakMap<Page, Set<string>>()

/** Opens a page that remembers what can't be seen in it later. */
export async function openSharedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const changed = new Set<string>()
  changes.set(page, changed)
  for (const name of ['addInitScript', 'exposeFunction', 'emulateMedia', 'on'] as const) {
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
  return page
}

/**
 * Goes to another page of the console, so that the current one can be opened anew, and dismisses its
 * toasts, so that no test takes an earlier one for its own.
 */
export async function leave(page: Page): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, ELSEWHERE)
  const unsaved = page.getByRole('button', { name: 'Leave', exact: true })
  const other = page.getByRole('heading', { level: 1, name: 'Language' })
  await unsaved.or(other).waitFor({ timeout: LIMIT })
  if (await unsaved.isVisible()) await unsaved.click({ timeout: LIMIT })
  await other.waitFor({ timeout: LIMIT })
  const toasts = page.getByRole('region', { name: 'Messages' }).getByRole('button')
  await toasts.evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click()
  })
  await toasts.first().waitFor({ state: 'detached', timeout: LIMIT })
}

interface ResetParts {
  viewport: { width: number; height: number } | null
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
export async function resetPage(page: Page, { viewport, user, put }: ResetParts): Promise<boolean> {
  if (page.isClosed() || changes.get(page)?.size !== 0) return false
  try {
    for (const other of page.context().pages()) if (other !== page) await other.close()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().unrouteAll({ behavior: 'ignoreErrors' })
    if (viewport) await page.setViewportSize(viewport)
    if (!(await page.evaluate(isConsole))) return false
    await leave(page)
    if (!(await page.evaluate(isUnaltered, STORED))) return false
    // The console reads the parameters again at the last of the events that follow.
    const readAgain = page.waitForResponse((one) => one.url().includes('/param.cgi'), {
      timeout: LIMIT,
    })
    await Promise.all([readAgain, put()])
    const answer = await page.context().request.get('/axis-cgi/usergroup.cgi')
    return answer.ok() && (await answer.text()).startsWith(`${user}\n`)
  } catch {
    return false
  }
}

/** Whether the page is the console in English, with its own clock. */
const isConsole = (): boolean =>
  location.pathname === '/webapp/hw/' &&
  document.documentElement.lang === 'en' &&
  !('__pwClock' in globalThis)

/** Whether no dialog or warning is left, and nothing is stored. */
const isUnaltered = (stored: string[]): boolean =>
  document.querySelector('dialog[open], [role="alert"]') === null &&
  Object.keys(localStorage).every((key) => stored.includes(key))
