import { advanceClock, setFaults, setPower, setWorld } from '@lintel/contract/bench'
import { getHealth } from '@lintel/contract/calls/health'
import { setTimeZone } from '@lintel/contract/calls/time'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { ACCOUNTS } from '../rig/accounts.ts'
import { needs } from '../rig/firmware.ts'
import { speak } from '../rig/language.ts'
import { afterRetries } from '../rig/page-clock.ts'
import { fillLog, pastCalls } from '../sip-calls/past-calls.ts'
import { fillHealth } from './past-health.ts'

needs(getHealth)
test.use({ person: 'operator' })

const ROUTE = '/health'
const MINUTE = 60_000

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const chart = (page: Page, title: string) =>
  page.getByRole('slider', { name: `${title} over time`, exact: true })
const table = (page: Page, title: string) =>
  page.getByRole('table', { name: `${title} over time`, exact: true })
const range = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })

const temperature = (value: number) =>
  `${new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(value)} °C`

const numbersIn = (column: readonly (number | null)[]) => column.filter((one) => one !== null)

test('each card shows what the device says, and the calls of a week', async ({
  page,
  open,
  rig,
}) => {
  await fillHealth(rig)
  await fillLog(rig, await pastCalls(rig, 20, 5))
  await open(ROUTE)
  await expect(chart(page, 'Temperature')).toBeVisible()
  const { latest, samples, calls } = await rig
    .as(ACCOUNTS.operator.user)
    .call(getHealth, { range: 'day' })
  const { mean, low, high } = samples.temperature
  const average =
    numbersIn(mean).reduce((sum, one) => sum + one, 0) / Math.max(numbersIn(mean).length, 1)
  await expect(card(page, 'Temperature')).toContainText(temperature(latest.temperature ?? 0))
  await expect(card(page, 'Temperature')).toContainText(
    `Lowest ${temperature(Math.min(...numbersIn(low)))}, average ${temperature(average)}, ` +
      `highest ${temperature(Math.max(...numbersIn(high)))}. The device is made for −20 °C to 60 °C.`,
  )
  await expect(card(page, 'Temperature')).toContainText('Normal')
  for (const title of [
    'Processor load',
    'Memory',
    'Open connections',
    'Web server traffic',
    'SD card',
  ]) {
    await expect(chart(page, title)).toHaveAttribute('aria-valuemax', '287')
  }
  const answered = calls.reduce((sum, one) => sum + one.answered, 0)
  const unanswered = calls.reduce((sum, one) => sum + one.unanswered, 0)
  expect(answered * unanswered).toBeGreaterThan(0)
  await expect(card(page, 'Calls per day')).toContainText(
    `In the last 7 days: ${answered} answered, ${unanswered} not answered.`,
  )
  const days = page.getByRole('table', { name: 'Calls per day' }).locator('tbody').getByRole('row')
  await expect(days).toHaveCount(7)
  const first = calls.findIndex((one) => one.answered > 0)
  await expect(days.nth(first).getByRole('cell').first()).toHaveText(String(calls[first]?.answered))
  // The half hour without power is marked; an axis has the hours of the device's zone.
  await expect(page.locator('[data-field="temperature"] figure [data-gap]').first()).toBeVisible()
  await expect(page.locator('figcaption').filter({ hasText: 'Device off' })).toHaveCount(6)
  await expectAccessible(page)
})

test('heat from the bench shows at once, and in the curve', async ({ page, open, rig }) => {
  await open(ROUTE)
  await range(page, 'Hour').check()
  const line = page.locator('[data-field="temperature"] path[class*="line"]')
  await expect(card(page, 'Temperature')).toContainText('21 °C')
  const before = await line.last().getAttribute('d')
  await rig.bench.call(setWorld, { temperature: 64 })
  await expect(card(page, 'Temperature').locator('b').first()).toHaveText('64 °C')
  await expect(card(page, 'Temperature')).toContainText('Warm')
  await expect(card(page, 'Temperature')).toContainText('highest 64 °C')
  await expect.poll(() => line.last().getAttribute('d')).not.toBe(before)
  await rig.bench.call(setWorld, { temperature: 72 })
  await expect(card(page, 'Temperature')).toContainText('Too hot')
  await rig.bench.call(setWorld, { temperature: -25 })
  await expect(card(page, 'Temperature')).toContainText('Too cold')
  const { latest } = await rig.as(ACCOUNTS.operator.user).call(getHealth, { range: 'hour' })
  expect(latest.temperature).toBe(-25)
})

test('a power cut keeps what was measured, and leaves a gap', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/failed|WebSocket|ERR_/i)
  await fillHealth(rig, [])
  await page.clock.install()
  await open(ROUTE)
  await range(page, 'Hour').check()
  await expect(page.getByText('Device off')).toHaveCount(0)
  const measured = async () =>
    (await rig.as(ACCOUNTS.operator.user).call(getHealth, { range: 'hour' })).samples.temperature
      .mean
  expect(numbersIn(await measured()).length).toBeGreaterThanOrEqual(59)
  await rig.bench.call(setPower, { action: 'off' })
  await rig.bench.call(advanceClock, { milliseconds: 20 * MINUTE })
  await rig.bench.call(setPower, { action: 'on' })
  await afterRetries(page, () =>
    expect(page.getByText('Device off').first()).toBeVisible({ timeout: 2_000 }),
  )
  const after = numbersIn(await measured()).length
  expect(after).toBeGreaterThan(35)
  expect(after).toBeLessThan(45)
  // The week has both, without a hole.
  await range(page, 'Week').check()
  await expect(chart(page, 'Temperature')).toHaveAttribute('aria-valuemax', '335')
  await expect(page.getByText('Device off')).toHaveCount(0)
})

test('a range has its steps and its axis, in the time zone and the language of the device', async ({
  page,
  open,
  rig,
}) => {
  await rig.root.call(setTimeZone, { timeZone: 'Asia/Kathmandu' })
  await fillHealth(rig, [])
  await open(ROUTE)
  const { from } = await rig.as(ACCOUNTS.operator.user).call(getHealth, { range: 'hour' })
  const begins = (step: number) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Asia/Kathmandu',
      hour: '2-digit',
      minute: '2-digit',
    }).format(from + step * MINUTE)
  for (const [name, steps] of [
    ['Week', 335],
    ['Day', 287],
    ['Hour', 59],
  ] as const) {
    await range(page, name).check()
    await expect(chart(page, 'Temperature')).toHaveAttribute('aria-valuemax', String(steps))
  }
  const slider = chart(page, 'Temperature')
  await slider.focus()
  await page.keyboard.press('Home')
  // A minute may have passed.
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`^(${begins(0)}|${begins(1)}|${begins(2)}), [\\d.]+\\s°C$`),
  )
  await speak(rig, 'German')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gerätezustand')
  await expect(page.getByRole('slider', { name: 'Temperatur im Zeitverlauf' })).toHaveAttribute(
    'aria-valuetext',
    /^\S+ \d\d:\d\d, \d+(,\d)?\s°C$/,
  )
})

test('the keyboard reads a moment in all charts, and opens the figures', async ({
  page,
  open,
  rig,
}) => {
  await fillHealth(rig, [])
  await open(ROUTE)
  const slider = chart(page, 'Memory')
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuenow', '0')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuenow', '11')
  // The others show the same moment, in words too.
  await expect(chart(page, 'Web server traffic')).toHaveAttribute(
    'aria-valuetext',
    /^\w+ \d\d:\d\d, Sent: [\d.]+ \w+\/s, Received: [\d.]+ \w+\/s$/,
  )
  await page.keyboard.press('End')
  await expect(slider).toHaveAttribute('aria-valuenow', '287')
  await expect(table(page, 'Memory')).toBeHidden()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const rows = table(page, 'Memory').locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(24)
  await expect(table(page, 'Memory').getByRole('columnheader')).toHaveText([
    'Time',
    'Average',
    'Lowest',
    'Highest',
  ])
  const { samples } = await rig.as(ACCOUNTS.operator.user).call(getHealth, { range: 'day' })
  const lowest = Math.min(...numbersIn(samples.memory.low.slice(12, 24)))
  await expect(rows.nth(1).getByRole('cell').nth(1)).toHaveText(
    `${Math.round(lowest / 1e5) / 10} MB`,
  )
  await expectAccessible(page)
  // The pointer reads moments, too.
  await chart(page, 'Temperature').hover({ position: { x: 2, y: 40 } })
  await expect(page.locator('[data-field="temperature"] [data-side="end"]')).toContainText('°C')
})

test('figures are read again by themselves, and old ones say so', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  await page.clock.install()
  await open(ROUTE)
  await expect(chart(page, 'Temperature')).toBeVisible()
  await page.locator('summary').first().click()
  await chart(page, 'Memory').focus()
  const read: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/lintel/health')) read.push(response.status())
  })
  await afterRetries(page, () => expect.poll(() => read, { timeout: 2_000 }).toContain(200))
  // Nothing that somebody has opened closes.
  await expect(table(page, 'Temperature')).toBeVisible()
  await expect(chart(page, 'Memory')).toBeFocused()
  expectFailures(...FAULT_ERRORS)
  await rig.bench.call(setFaults, { faults: [{ call: 'health.get', fault: 'status', value: 500 }] })
  const stale = page.getByRole('alert').filter({ hasText: 'could not be read again' })
  await afterRetries(page, () => expect(stale).toContainText('They are from', { timeout: 2_000 }))
  await expect(chart(page, 'Temperature')).toBeVisible()
  await rig.bench.call(setFaults, { faults: [] })
  await afterRetries(page, () => expect(stale).toHaveCount(0, { timeout: 2_000 }))
})

test('paper gets the charts alone, in the colours of the light scheme', async ({
  page,
  open,
  rig,
}) => {
  await fillHealth(rig)
  await open(ROUTE)
  const line = page.locator('[data-field="temperature"] path[class*="line"]').last()
  const colour = () => line.evaluate((path) => getComputedStyle(path).stroke)
  const light = await colour()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(colour).not.toBe(light)
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expect.poll(colour).toBe(light)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(chart(page, 'Temperature')).toBeVisible()
  await page.emulateMedia({ colorScheme: null, media: null })
})

test('at 320 px, figures of two measures scroll inside their card', async ({ page, open }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(ROUTE)
  await card(page, 'Web server traffic').getByText('Show the figures').click()
  await expect(table(page, 'Web server traffic')).toBeVisible()
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
})
