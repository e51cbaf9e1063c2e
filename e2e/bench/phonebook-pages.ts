import type { Browser, Page } from '@playwright/test'
import { at } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'
import type { Figure } from './figure.ts'
import { atMost, median } from './figure.ts'
import { launch, signedIn } from './pages.ts'

/** How often each is measured. */
const TURNS = 5
/** The console waits that long after the last key (B §9), in milliseconds. */
const FILTER_PAUSE = 300

const LIST = '/phonebook/organisations/org-0'

/** What is on the page once something is usable: the link of the first row, or the field of a form. */
const FIRST_ROW = 'main tbody tr:has(a[href$="/edit"])'
const FIRST_NAME = 'main input[name="firstName"]'

/**
 * Milliseconds from the last press of a key or button on the page until an element shows this,
 * painted.
 */
async function timeUntil(
  page: Page,
  { selector, shows }: { selector: string; shows: string },
  act: () => Promise<void>,
): Promise<number> {
  await page.evaluate(() => {
    performance.clearMarks()
    for (const type of ['keydown', 'pointerdown']) {
      addEventListener(type, () => performance.mark('pressed'), { capture: true })
    }
  })
  const measured = page.waitForFunction(
    ([css, wanted]) => {
      const pressed = performance.getEntriesByName('pressed').at(-1)
      const element = document.querySelector<HTMLElement>(css)
      const text = element instanceof HTMLInputElement ? element.value : element?.innerText
      if (!pressed || text?.includes(wanted) !== true) return 0
      const isPainted = performance.getEntriesByName('shown').length > 0
      // It is in the next frame, after which this is called again.
      if (!isPainted) performance.mark('shown')
      return isPainted ? performance.now() - pressed.startTime : 0
    },
    [selector, shows] as const,
    { polling: 'raf' },
  )
  await act()
  return (await measured).jsonValue()
}

/** The list in a browser that has loaded nothing yet, and the first form in it. */
async function first(browser: Browser, rig: Rig): Promise<{ list: number; form: number }> {
  const context = await signedIn(browser, rig)
  const page = await context.newPage()
  const began = performance.now()
  await page.goto(rig.addresses.http + at(LIST))
  await page.locator(FIRST_ROW).first().waitFor()
  await page.getByRole('searchbox', { name: 'Find a contact' }).waitFor()
  const list = performance.now() - began
  const form = await openForm(page)
  await context.close()
  return { list: list / 1000, form }
}

/** Opens the form of a contact, by its place among those shown. */
async function openForm(page: Page, place = 0): Promise<number> {
  const row = page.locator(FIRST_ROW).nth(place)
  const shows = (await row.locator('td').nth(2).innerText()).trim()
  return timeUntil(page, { selector: FIRST_NAME, shows }, () =>
    row.locator('a[href$="/edit"]').click(),
  )
}

/** @param sorts the headers to press, and what the first row shows then */
async function sorting(page: Page, sorts: readonly [string, string][]): Promise<number> {
  const times: number[] = []
  for (const [header, shows] of sorts) {
    const head = page.getByRole('columnheader', { name: header }).getByRole('button')
    times.push(await timeUntil(page, { selector: FIRST_ROW, shows }, () => head.click()))
  }
  return median(times)
}

async function filtering(page: Page): Promise<number> {
  const times: number[] = []
  const filter = page.getByRole('searchbox', { name: 'Find a contact' })
  for (let turn = 0; turn < TURNS; turn += 1) {
    const number = String(7311 + turn)
    await filter.fill('')
    await filter.focus()
    const typed = timeUntil(page, { selector: FIRST_ROW, shows: number }, () =>
      page.keyboard.type(number),
    )
    times.push((await typed) - FILTER_PAUSE)
  }
  await filter.fill('')
  await page.locator(FIRST_ROW).first().filter({ hasText: 'Müller 0' }).waitFor()
  return median(times)
}

/**
 * How long a person waits for a list of ten thousand contacts and for the form of one.
 * @param rig with such a list in one organisation, `org-0`
 */
export async function phonebookPageFigures(rig: Rig): Promise<Figure[]> {
  const browser = await launch()
  try {
    const firsts: { list: number; form: number }[] = []
    for (let turn = 0; turn < TURNS; turn += 1) firsts.push(await first(browser, rig))
    const context = await signedIn(browser, rig)
    const page = await context.newPage()
    await page.goto(rig.addresses.http + at(LIST))
    await page.locator(FIRST_ROW).first().waitFor()
    const sort = await sorting(page, [
      ['Last name', 'Ångström'],
      ['Last name', 'Rossi'],
      ['First name', 'Ada'],
      ['First name', 'Zoë'],
      ['Speed dial', 'Müller 0'],
    ])
    const filter = await filtering(page)
    const forms: number[] = []
    for (let turn = 0; turn < TURNS; turn += 1) {
      forms.push(await openForm(page, turn))
      await page.goBack()
      await page.locator(FIRST_ROW).first().waitFor()
    }
    const name = 'list of 10,000 contacts'
    return [
      atMost(`${name}: usable`, median(firsts.map(({ list }) => list)), 1, 's'),
      atMost(`${name}: sort`, sort, 100, 'ms'),
      atMost(`${name}: filter, after its pause`, filter, 100, 'ms'),
      atMost('contact form: first one', median(firsts.map(({ form }) => form)), 300, 'ms'),
      atMost('contact form: later ones', median(forms), 300, 'ms'),
    ]
  } finally {
    await browser.close()
  }
}
