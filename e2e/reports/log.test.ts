/** The live log: what the device writes appears, and nothing moves under the reader. */
import { randomInt } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setPersona, setPower } from '@lintel/contract/bench'
import { followSystemLog } from '@lintel/contract/calls/log'
import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import type { Page } from '@playwright/test'
import { clearFaults, applyFault, FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'

const parts = (page: Page) => ({
  log: page.getByRole('log', { name: 'Lines of the log' }),
  filter: page.getByRole('searchbox', { name: 'Filter lines' }),
  button: (name: string | RegExp) => page.getByRole('button', { name, exact: true }),
})

const fileOf = (rig: Rig) => join(rig.dataFolder, 'log', 'device.log')

let written = 0
/** Writes lines into the log as the device would. */
function write(rig: Rig, messages: readonly string[], level = 30): void {
  const lines = messages.map(
    (msg) => `${JSON.stringify({ level, time: Date.now(), app: 'probe', msg })}\n`,
  )
  appendFileSync(fileOf(rig), lines.join(''))
}

/** A text that no other line has. */
const unique = (what: string) => `${what} ${(written += 1)} of ${process.pid}-${Date.now()}`

/** The requests in the log of the device. */
const requestsIn = (rig: Rig) =>
  readFileSync(fileOf(rig), 'utf8')
    .split('\n')
    .filter((line) => /^\{.*"msg":"request".*\}$/.test(line))
    .map((line) => JSON.parse(line) as { path: string; status?: number; cut?: boolean })

/** Whether the end of the log is in view. */
const atEnd = (page: Page) =>
  parts(page).log.evaluate(
    ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight < 2,
  )

/** Whether the lines at the top fade, because there are more above. */
const fades = (page: Page) =>
  parts(page).log.evaluate(
    ({ parentElement }) =>
      parentElement !== null && getComputedStyle(parentElement, '::before').content !== 'none',
  )

/** How far the log is scrolled once it has come to rest, in pixels. */
async function restingPlace(page: Page): Promise<number> {
  const scrolled = () => parts(page).log.evaluate(({ scrollTop }) => scrollTop)
  let last = await scrolled()
  await expect
    .poll(async () => {
      const before = last
      last = await scrolled()
      return last - before
    })
    .toBe(0)
  return last
}

test.beforeEach(() => needs(followSystemLog))

test('what the device logs appears by itself, and reading it adds nothing', async ({
  page,
  open,
  rig,
}) => {
  await open('/reports')
  await page.getByRole('link', { name: 'View system log' }).click()
  const { log } = parts(page)
  // Unlike requests of strangers, this is logged however much has been logged already.
  const server = `127.77.${randomInt(1, 250)}.${randomInt(1, 250)}`
  await rig.root.call(updateParameters, {
    'root.Time.ObtainFromDHCP': 'no',
    'root.Time.NTP.Server': server,
  })
  await expect(log.getByText(`server=${server}`).first()).toBeVisible()
  expect(readFileSync(fileOf(rig), 'utf8')).toContain(`"server":"${server}"`)
  const late = unique('the last line')
  write(rig, [late])
  await expect(log.getByText(late)).toBeVisible()
  // Those that failed or were cut off are logged, as for other calls.
  const successful = requestsIn(rig).filter(
    ({ path, status = 500, cut = false }) => path === '/lintel/log' && status < 400 && !cut,
  )
  expect(successful).toEqual([])
  await expectAccessible(page)
})

test('levels and a text filter the lines, and matches are marked', async ({ page, open, rig }) => {
  await open('/reports/log')
  const { log, filter, button } = parts(page)
  const [calm, alarm, broken] = [unique('calm'), unique('alarm'), unique('broken')]
  write(rig, [calm])
  write(rig, [alarm], 40)
  write(rig, [broken], 50)
  await expect(log.getByText(broken)).toBeVisible()
  await filter.fill(`OF ${process.pid}`)
  await expect(log.locator('mark', { hasText: `of ${process.pid}` }).first()).toBeVisible()
  await filter.fill(alarm)
  await expect(button('Warnings 1')).toHaveAttribute('aria-pressed', 'true')
  await expect(button('Errors 0')).toBeVisible()
  await expect(log.locator('mark', { hasText: alarm })).toHaveCount(1)
  await button('Warnings 1').click()
  await expect(log.getByText('No line matches the filter.')).toBeVisible()
  await filter.fill('probe: ')
  await expect(log.getByText(broken)).toBeVisible()
  await expect(log.getByText(alarm)).toBeHidden()
  await expect(page.getByText(/^\d+ of [\d,]+ lines$/)).toBeVisible()
})

test('requests that the device has answered are hidden until they are asked for, which the browser remembers', async ({
  page,
  open,
  rig,
}) => {
  await open('/reports/log')
  const { log, button } = parts(page)
  await rig.root.call(listParameters, { group: 'root.Brand' })
  const end = unique('after the request')
  write(rig, [end])
  await expect(log.getByText(end)).toBeVisible()
  await expect(log.getByText(/^request .*status=200/)).toHaveCount(0)
  await expect(page.getByText(/^[\d,]+ successful requests? (is|are) hidden\.$/)).toBeVisible()
  const requests = button(/^Successful requests [\d,]+$/)
  await expect(requests).toHaveAttribute('aria-pressed', 'false')
  await requests.click()
  await expect(log.getByText(/^request .*param\.cgi/).first()).toBeVisible()
  await expect(page.getByText(/hidden\.$/)).toHaveCount(0)
  await page.reload()
  await expect(log.getByText(/^request .*status=200/).first()).toBeVisible()
  await requests.click()
  await expect(log.getByText(/^request .*status=200/)).toHaveCount(0)
})

test('scrolling up stops following, and the button leads back to the end', async ({
  page,
  open,
  rig,
}) => {
  await open('/reports/log')
  const { log, filter, button } = parts(page)
  await filter.fill('probe')
  const first = Array.from({ length: 300 }, () => unique('early'))
  write(rig, first)
  await expect(log.getByText(first[299] ?? '')).toBeVisible()
  await expect.poll(() => atEnd(page)).toBe(true)
  await expect.poll(() => fades(page)).toBe(true)
  await log.hover()
  await page.mouse.wheel(0, -1500)
  await expect(button('Follow')).toBeVisible()
  const place = await restingPlace(page)
  const more = [unique('late'), unique('late')]
  write(rig, more)
  await expect(button('2 new lines')).toBeVisible()
  expect(await restingPlace(page)).toBe(place)
  await expect(log.getByText(more[1] ?? '')).toBeHidden()
  await button('2 new lines').click()
  await expect(log.getByText(more[1] ?? '')).toBeVisible()
  await expect(button('Pause')).toBeVisible()
  await expect.poll(() => atEnd(page)).toBe(true)
  // By keys: Home leaves the end, End follows again.
  await log.focus()
  await page.keyboard.press('Home')
  await expect(button('Follow')).toBeVisible()
  await expect(log.getByText(first[0] ?? '')).toBeVisible()
  await expect.poll(() => fades(page)).toBe(false)
  await page.keyboard.press('End')
  await expect(button('Pause')).toBeVisible()
})

test('paused, the lines stand still; they can be copied and saved', async ({
  page,
  open,
  rig,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open('/reports/log')
  const { log, filter, button } = parts(page)
  const [one, two] = [unique('kept'), unique('kept')]
  await filter.fill(`of ${process.pid}`)
  write(rig, [one])
  await expect(log.getByText(one)).toBeVisible()
  await button('Pause').click()
  write(rig, [two])
  await expect(button('1 new line')).toBeVisible()
  await expect(log.getByText(two)).toBeHidden()

  const [download] = await Promise.all([page.waitForEvent('download'), button('Download').click()])
  expect(download.suggestedFilename()).toBe('system-log.txt')
  const saved = readFileSync(await download.path(), 'utf8')
  expect(saved).toMatch(new RegExp(String.raw`\[ INFO    \] probe: ${one}\n$`))
  expect(saved).not.toContain(two)

  await button('Copy lines').click()
  await expect(page.getByText(/lines? copied\./).first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(saved)
  await button('Follow').click()
  await expect(log.getByText(two)).toBeVisible()
  // The Tab key reaches the last line's button, the arrows those of the others.
  await log.getByRole('button', { name: 'Copy line' }).last().focus()
  await page.keyboard.press('ArrowUp')
  await expect(log.locator('[data-reached]')).toContainText(one)
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(new RegExp(`probe: ${one}$`))
})

test('ten thousand lines at once are all there, and the page keeps no more', async ({
  page,
  open,
  rig,
}) => {
  await open('/reports/log')
  const { log, filter } = parts(page)
  await expect(log.locator('time').first()).toBeVisible()
  const many = Array.from({ length: 10_000 }, (_, at) => `bulk ${at} ${process.pid}`)
  write(rig, many)
  const end = unique('the end')
  write(rig, [end])
  await expect(log.getByText(end)).toBeVisible()
  await expect(page.getByText('10,000 of 10,000 lines')).toBeVisible()
  expect(await log.locator('time').count()).toBeLessThan(200)
  await filter.fill(`bulk 5000 ${process.pid}`)
  await expect(page.getByText('1 of 10,000 lines')).toBeVisible()
  await filter.fill('')
  await expect(page.getByText('10,000 of 10,000 lines')).toBeVisible()
  await log.focus()
  await page.keyboard.press('Home')
  // The first few have made room for what the device has logged itself.
  await expect(log.getByText(new RegExp(`bulk \\d\\d? ${process.pid}`)).first()).toBeVisible()
})

test('while the device fails or is gone the page says so, and goes on where it was', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  test.slow()
  expectFailures(...FAULT_ERRORS)
  await open('/reports/log')
  const { log, filter } = parts(page)
  const before = unique('before')
  write(rig, [before])
  await expect(log.getByText(before)).toBeVisible()
  await filter.fill(`of ${process.pid}`)
  await applyFault(rig, ['log.follow'], { fault: 'status', value: 503 })
  const interrupted = page.getByRole('alert').filter({ hasText: "New lines can't be read" })
  await expect(interrupted).toBeVisible()
  await expect(log.getByText(before)).toBeVisible()
  const meanwhile = unique('meanwhile')
  write(rig, [meanwhile])
  await clearFaults(rig)
  await expect(log.getByText(meanwhile)).toBeVisible({ timeout: 15_000 })
  await expect(interrupted).toBeHidden()

  await rig.bench.call(setPower, { action: 'off' })
  await expect(interrupted).toBeVisible()
  await expect(filter).toHaveValue(`of ${process.pid}`)
  await rig.bench.call(setPower, { action: 'on' })
  await filter.fill('power')
  // The log goes on across the power cut: no line is missing.
  await expect(log.getByText('power on').last()).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Lines are missing here.')).toBeHidden()
})

test.describe('on other firmware', () => {
  test.use({ reuse: 'nothing' })

  test('the log is read as it is, and again on request', async ({ page, open, rig }) => {
    await rig.bench.call(setPersona, { persona: '12.11' })
    await open('/reports/log')
    const { log, button } = parts(page)
    await expect(log.locator('time').first()).toBeVisible()
    await expect(page.getByText('Refresh to read them.')).toBeVisible()
    await expect(button('Pause')).toBeHidden()
    const late = unique('late')
    write(rig, [late])
    await button('Refresh').click()
    await expect(log.getByText(late)).toBeVisible()
  })
})
