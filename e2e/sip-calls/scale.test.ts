/** The call log with ten thousand calls. */
import { readFile } from 'node:fs/promises'
import { exportCallLog, getCallLog } from '@lintel/contract/calls/call-log'
import { setSipConfiguration } from '@lintel/contract/calls/sip'
import { startCall } from '@lintel/contract/calls/sip-calls'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'
import { fillLog, pastCalls } from './past-calls.ts'

needs(getCallLog)

const ROUTE = '/sip/calls'
const MANY = 10_000
/** More than fit into the table's frame, with those that are kept ready around them. */
const MOST_ROWS = 60

const tableOf = (page: Page) => page.getByRole('table', { name: 'Call log' })
const rows = (page: Page) => tableOf(page).locator('tbody tr[aria-rowindex]')
const rowAt = (page: Page, place: number) =>
  tableOf(page).locator(`tr[aria-rowindex="${place + 1}"]`)
const countOf = (page: Page, count: string) => page.getByRole('status').filter({ hasText: count })

/** Scrolls the table within its frame, and the page so that the frame is in view. */
const scrollTo = (page: Page, share: number) =>
  tableOf(page)
    .locator('..')
    .evaluate((frame, to) => {
      frame.scrollIntoView({ block: 'end' })
      frame.scrollTo(0, frame.scrollHeight * to)
    }, share)

/** The loaded row in the middle of the table's frame. */
async function middleRow(page: Page): Promise<Locator> {
  const addressThere = () =>
    tableOf(page)
      .locator('..')
      .evaluate((frame) => {
        const { x, y, width, height } = frame.getBoundingClientRect()
        const found = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('tr')
        return /sip:flat\d+@/.exec(found?.textContent ?? '')?.[0] ?? ''
      })
  await expect.poll(addressThere).not.toBe('')
  const row = rows(page).filter({ hasText: await addressThere() })
  await expect(row).toBeInViewport()
  return row
}

/** A call that the device itself refuses. */
const callSomebody = (rig: Rig, name: string) =>
  rig.root.call(startCall, { To: `sip:${name}@127.0.0.1:${rig.addresses.sip}` })

const total = async (rig: Rig) => (await rig.root.call(getCallLog, { limit: 1 })).total

/** Records which pages of the log the console reads. */
function recordReads(page: Page): string[] {
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/lintel/calls/log') reads.push(searchParams.get('offset') ?? '0')
  })
  return reads
}

test.describe('read', () => {
  test.use({ reuse: 'device' })

  test.beforeEach(async ({ page: _page, rig }) => {
    if ((await total(rig)) === MANY) return
    const calls = await pastCalls(rig, MANY - 1, 40)
    const [last] = calls
    if (!last) throw new Error('no calls')
    // What others choose: the name of an account, and the reason phrase of an answer.
    const formula = { accountName: '=HYPERLINK("http://x","y")', reason: '@SUM(1+1)*cmd' }
    await fillLog(rig, [{ ...last, ...formula, code: 480 }, ...calls])
  })

  test('opens with one page of rows, and shows the newest calls first', async ({ page, open }) => {
    const reads = recordReads(page)
    await open(ROUTE)
    await expect(rowAt(page, 1)).toContainText('sip:flat9998@')
    await expect(countOf(page, '10,000 entries')).toBeVisible()
    expect(await rows(page).count()).toBeLessThan(MOST_ROWS)
    expect(new Set(reads)).toEqual(new Set(['0']))
    await expectAccessible(page)
  })

  test('scrolls to any call, and reads only what is in view', async ({ page, open }) => {
    const reads = recordReads(page)
    await open(ROUTE)
    await expect(rowAt(page, 1)).toBeVisible()
    await scrollTo(page, 0.5)
    const middle = await middleRow(page)
    const place = Number(await middle.getAttribute('aria-rowindex')) - 1
    expect(Math.abs(place - MANY / 2)).toBeLessThan(100)
    await expect(middle).toContainText(`sip:flat${MANY - 1 - place}@`)
    await expect(async () => {
      // Rows that come into view are measured, and the end moves when they are higher than expected.
      await scrollTo(page, 1)
      await expect(rowAt(page, MANY)).toContainText('sip:flat0@', { timeout: 1_000 })
      await expect(rowAt(page, MANY)).toBeInViewport({ timeout: 500 })
    }).toPass()
    expect(await rows(page).count()).toBeLessThan(MOST_ROWS)
    expect(reads.length).toBeLessThan(12)
  })

  test('is sorted and filtered by the device', async ({ page, open }) => {
    await open(ROUTE)
    await expect(rowAt(page, 1)).toBeVisible()
    await scrollTo(page, 0.5)
    await tableOf(page).getByRole('button', { name: 'Duration' }).click()
    await tableOf(page).getByRole('button', { name: 'Duration' }).click()
    await expect(rowAt(page, 1)).toContainText('14 min 59 s')
    await expect(rowAt(page, 1)).toBeInViewport()
    await page.getByRole('searchbox', { name: 'Find a call' }).fill('flat777@')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('sip:flat777@')
    await page.getByRole('searchbox', { name: 'Find a call' }).fill('reception')
    await expect(countOf(page, '2,000 entries')).toBeVisible()
  })

  test('the file has every call, and no cell that a spreadsheet would run', async ({
    page,
    open,
    rig,
  }) => {
    await open(ROUTE)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    const csv = await readFile(await download.path(), 'utf8')
    expect(csv).toBe(new TextDecoder().decode(await rig.root.call(exportCallLog, {})))
    const [head, ...lines] = csv.trimEnd().split('\r\n')
    expect(head).toMatch(/^started,direction,/)
    expect(lines).toHaveLength(MANY)
    expect(lines[0]).toContain(`,"'=HYPERLINK(""http://x"",""y"")",`)
    expect(lines[0]).toContain(`,'@SUM(1+1)*cmd,`)
    expect(lines.at(-1)).toContain('sip:flat9998@')
    expect(csv).not.toMatch(/(^|,)"?[=+\-@\t]/m)
  })

  test('the chart counts the calls of each day', async ({ page, open, rig }) => {
    const counts = new Map<string, [number, number]>()
    for (const { day, direction } of await pastCalls(rig, MANY - 1, 40)) {
      const [incoming, outgoing] = counts.get(day) ?? [0, 0]
      const isIncoming = direction === 'incoming'
      counts.set(day, [incoming + Number(isIncoming), outgoing + Number(!isIncoming)])
    }
    await open(ROUTE)
    const chart = page.getByRole('table', { name: 'Calls per day' })
    const shown = await chart
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => Array.from(row.children, (cell) => cell.textContent)))
    const expected = Array.from(counts)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .slice(-29)
      .map(([day, values]) => [dateOf(day), ...values.map(String)])
    expect(shown.slice(0, -1)).toEqual(expected)
    // There were none today.
    expect(shown.at(-1)?.slice(1)).toEqual(['0', '0'])
  })
})

/** As the chart writes it in English. */
const dateOf = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day))

/** Where a row is on the screen. */
const placeOf = async (row: Locator) => Math.round((await row.boundingBox())?.y ?? NaN)

test.describe('followed', () => {
  test.beforeEach(async ({ page: _page, rig }) => {
    await rig.root.call(setSipConfiguration, { SIPConfiguration: { SIPEnabled: true } })
  })

  test('a new call appears at the top, and moves nothing that is read further down', async ({
    page,
    open,
    rig,
  }) => {
    await fillLog(rig, await pastCalls(rig, MANY, 40))
    await open(ROUTE)
    await expect(rowAt(page, 1)).toContainText('sip:flat9999@')
    await callSomebody(rig, 'first')
    await expect(rowAt(page, 1)).toContainText('sip:first@')
    await expect(countOf(page, '10,001 entries')).toBeVisible()
    await scrollTo(page, 0.5)
    const read = await middleRow(page)
    const address = /sip:\S+?\.com/.exec((await read.textContent()) ?? '')?.[0] ?? ''
    const before = await placeOf(read)
    await read.evaluate((row) => getSelection()?.selectAllChildren(row.children[2] ?? row))
    for (const name of ['second', 'third']) {
      const known = await total(rig)
      await callSomebody(rig, name)
      await expect(countOf(page, `${(known + 1).toLocaleString('en')} entries`)).toBeVisible()
      // The call ends, too, which changes its row.
      await expect
        .poll(async () => (await rig.root.call(getCallLog, { filter: name })).items[0]?.code)
        .toBe(403)
    }
    await expect.poll(() => placeOf(read)).toBe(before)
    expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe(address)
    await scrollTo(page, 0)
    await expect(rowAt(page, 1)).toContainText('sip:third@')
    await expect(rowAt(page, 2)).toContainText('sip:second@')
  })

  test('a log that is full drops its oldest call for a new one, and nothing moves either', async ({
    page,
    open,
    rig,
  }) => {
    await fillLog(rig, await pastCalls(rig, 20_000, 40))
    await open(ROUTE)
    await expect(rowAt(page, 1)).toBeVisible()
    await scrollTo(page, 0.5)
    const read = await middleRow(page)
    const place = Number(await read.getAttribute('aria-rowindex'))
    const before = await placeOf(read)
    const arrived = page.waitForResponse((one) => one.url().includes('/lintel/calls/log?'))
    await callSomebody(rig, 'newest')
    await arrived
    await expect(read).toHaveAttribute('aria-rowindex', String(place + 1))
    await expect.poll(() => placeOf(read)).toBe(before)
    expect(await total(rig)).toBe(20_000)
  })

  test('a short log doesn’t move either', async ({ page, open, rig }) => {
    await fillLog(rig, await pastCalls(rig, 150, 40))
    await open(ROUTE)
    const read = rows(page).filter({ hasText: 'sip:flat50@' })
    await read.scrollIntoViewIfNeeded()
    const before = await placeOf(read)
    await callSomebody(rig, 'first')
    await expect(countOf(page, '151 entries')).toBeVisible()
    await expect(rowAt(page, 1)).toContainText('sip:first@')
    await expect.poll(() => placeOf(read)).toBe(before)
  })
})
