/**
 * Saving an address that moves the device: tried, then confirmed or reverted, so nobody is locked
 * out.
 */
import type { Page } from '@playwright/test'
import { advanceClock, setFaults, setPersona, setPower } from '@lintel/contract/bench'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { getTrial, startTrial } from '@lintel/contract/calls/trial'
import { expect, test } from '../fixture.ts'
import { notThroughGateway } from '../rig/gateway.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import { cannotMove, listens, NOBODYS, OTHER } from '../rig/sockets.ts'
import { alert, chooseStatic, expectError, fact, formOf, network } from './form.ts'

test.use({ reuse: 'nothing' })

test.skip(cannotMove !== undefined, cannotMove ?? '')
needs(startTrial)
notThroughGateway('the gateway stays where it is when the device moves')

/** The errors left by connections that break when a device moves. */
const MOVE_ERRORS = [/\.cgi/, /ERR_/, /WebSocket/, /\/vapix\//, /\/lintel\//]

/**
 * A browser that can't reach the device's other address and stays on its page (RFC 9110 §15.3.5).
 * @returns how often it has tried
 */
async function blockNewAddress(page: Page): Promise<() => number> {
  let tries = 0
  await page.route(
    (url) => url.hostname === OTHER,
    async (route) => {
      await route.fulfill({ status: 204 })
      tries += 1
    },
  )
  return () => tries
}

const FIXED = ['BootProto', 'IPAddress', 'eth0.IPAddress'] as const

test('tries a static address, opens the page there with a ticket, and keeps it (NET-23, OPEN-37, OPEN-26)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...MOVE_ERRORS)
  const there = rig.at(OTHER)
  const tickets: string[] = []
  page.on('request', (request) => {
    if (/ticket/.test(`${request.url()} ${request.headers()['referer'] ?? ''}`)) {
      tickets.push(request.url())
    }
  })
  await open('/network')
  await chooseStatic(page, OTHER)
  await formOf(page).router.fill('127.0.0.254')
  await expect(alert(page, 'The device will move to a new address.')).toContainText(there.url)
  await expectAccessible(page)
  await formOf(page).save.click()
  await expect(page).toHaveURL(`${there.url}/webapp/hw/#/network`)
  await expect(page.getByText('The change is confirmed.')).toBeVisible()
  await expect(formOf(page).ip).toHaveValue(OTHER)
  await expect(fact(page, 'Default router')).toHaveText('127.0.0.254')
  expect(tickets).toEqual([])
  expect(await network(there.root, ...FIXED)).toEqual(['none', OTHER, OTHER])
  expect(await there.root.call(getTrial, {})).toEqual({ state: 'none' })
  expect(await listens(rig.addresses.http)).toBe(false)
  await rig.bench.call(advanceClock, { milliseconds: 300_000 })
  await page.goto('about:blank')
  await rig.bench.call(setPower, { action: 'cycle' })
  expect(await network(there.root, ...FIXED)).toEqual(['none', OTHER, OTHER])

  // And back to DHCP, which is tried in the same way.
  await page.goto(`${there.url}/webapp/hw/#/network`)
  await formOf(page).ipAutomatic.check()
  await expect(alert(page, 'The device will ask a DHCP server for its address.')).toBeVisible()
  await formOf(page).save.click()
  await expect(page).toHaveURL(`${rig.addresses.http}/webapp/hw/#/network`)
  await expect(formOf(page).ipAutomatic).toBeChecked()
  expect((await network(rig.root, ...FIXED))[0]).toBe('dhcp')
  expect(await rig.root.call(getTrial, {})).toEqual({ state: 'none' })
})

test('an address that answered its test is saved only once that is confirmed', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...MOVE_ERRORS)
  await open('/network')
  await chooseStatic(page, OTHER)
  const { ip, test: button, dialog, save, information } = formOf(page)
  await button.click()
  await expect(dialog).toContainText(`${OTHER} is in use.`)
  await page.keyboard.press('Escape')
  await save.click()
  await expect(ip).toHaveAccessibleDescription(/Another device answers at this address/)
  await expectAccessible(page)
  // Another address needs no confirmation, and the confirmation of one is not that of another.
  const anyway = page.getByRole('button', { name: 'Continue anyway' })
  await expect(anyway).toBeEnabled()
  await ip.fill('127.0.0.3')
  await expect(anyway).toHaveCount(0)
  await ip.fill(OTHER)
  await save.click()
  await expect(anyway).toBeEnabled()
  await expect(information).toBeVisible()
  expect(await network(rig.root, ...FIXED)).toEqual(['dhcp', expect.anything(), '127.0.0.1'])
  await anyway.click()
  await expect(page).toHaveURL(`${rig.at(OTHER).url}/webapp/hw/#/network`)
  await expect(page.getByText('The change is confirmed.')).toBeVisible()
})

test('reverts to the old address unless the page opens at the new one, and the open page continues (OPEN-37)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...MOVE_ERRORS)
  await blockNewAddress(page)
  await open('/network')
  await chooseStatic(page, OTHER)
  await formOf(page).save.click()
  const moved = alert(page, 'The device has moved to another address.')
  await expect(moved.getByRole('link')).toHaveAttribute(
    'href',
    new RegExp(`^${rig.at(OTHER).url}/webapp/hw/#/\\?ticket=`),
  )
  await expect(moved).toContainText('within 120 seconds')
  await expectAccessible(page)
  await expect.poll(() => listens(rig.addresses.http)).toBe(false)
  await rig.bench.call(advanceClock, { milliseconds: 120_000 })
  await expect.poll(() => listens(rig.at(OTHER).url)).toBe(false)
  await expect(alert(page, `from ${OTHER} to 127.0.0.1`)).toContainText('Nobody opened', {
    timeout: 15_000,
  })
  await expect(moved).toHaveCount(0)
  await expect(formOf(page).ipAutomatic).toBeChecked()
  await expect(fact(page, 'IP address')).toHaveText('127.0.0.1')
  expect((await network(rig.root, ...FIXED))[0]).toBe('dhcp')
})

test('shows a link when the browser can’t get there by itself', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...MOVE_ERRORS)
  const tries = await blockNewAddress(page)
  await open('/network')
  await chooseStatic(page, OTHER)
  await formOf(page).save.click()
  await expect.poll(tries).toBe(1)
  const link = alert(page, 'The device has moved to another address.').getByRole('link')
  await expect(link).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await link.click()
  await expect(page).toHaveURL(new RegExp(`^${rig.at(OTHER).url}/webapp/hw/#/`))
  await expect(page.getByText('The change is confirmed.')).toBeVisible()
  expect(await rig.at(OTHER).root.call(getTrial, {})).toEqual({ state: 'none' })
})

test('a power cut during the trial reverts the address at once (EXPECT-17)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...MOVE_ERRORS)
  await blockNewAddress(page)
  await open('/network')
  await chooseStatic(page, OTHER)
  await formOf(page).save.click()
  await expect.poll(() => listens(rig.at(OTHER).url)).toBe(true)
  await rig.bench.call(setPower, { action: 'cycle' })
  expect(await listens(rig.at(OTHER).url)).toBe(false)
  await expect(alert(page, 'It restarted before anyone confirmed')).toBeVisible({
    timeout: 15_000,
  })
  expect((await network(rig.root, ...FIXED))[0]).toBe('dhcp')
})

test('a page opened at an address that the device has left shows where it may be (EXPECT-17)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...MOVE_ERRORS)
  const there = rig.at(OTHER)
  // The power goes between page and ticket.
  await page.route(`${there.url}/lintel/trial/confirm`, async (route) => {
    await rig.bench.call(setPower, { action: 'off' })
    await route.continue()
  })
  await open('/network')
  await chooseStatic(page, OTHER)
  await formOf(page).save.click()
  const back = alert(page, "The device doesn't answer.").getByRole('link')
  await expect(back).toHaveText(rig.addresses.http)
  await expect(page).toHaveURL(`${there.url}/webapp/hw/#/network`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(back).toBeVisible()
  await rig.bench.call(setPower, { action: 'on' })
  await expect.poll(() => listens(rig.addresses.http)).toBe(true)
  await back.click()
  await expect(page).toHaveURL(new RegExp(`^${rig.addresses.http}/`))
  expect((await network(rig.root, ...FIXED))[0]).toBe('dhcp')
})

test('when the response is lost the change is reverted, and what was typed can be saved again (EXPECT-12)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  test.slow()
  expectFailures(...MOVE_ERRORS)
  await open('/network')
  await chooseStatic(page, OTHER)
  await rig.bench.call(setFaults, { faults: [{ call: 'trial.start', fault: 'cut', times: 1 }] })
  await formOf(page).save.click()
  await expect(alert(page, 'Not saved.')).toBeVisible()
  await expect.poll(() => listens(rig.addresses.http)).toBe(false)
  await rig.bench.call(advanceClock, { milliseconds: 120_000 })
  await expect(alert(page, 'Nobody opened')).toBeVisible({ timeout: 15_000 })
  expect((await network(rig.root, ...FIXED))[0]).toBe('dhcp')
  await expect(formOf(page).ip).toHaveValue(OTHER)
  await formOf(page).save.click()
  await expect(page).toHaveURL(`${rig.at(OTHER).url}/webapp/hw/#/network`)
})

test('warns of an address that the host lacks, stores it, and shows it as not in use', async ({
  page,
  open,
  rig,
}) => {
  await open('/network')
  await chooseStatic(page, NOBODYS)
  await expect(alert(page, `This computer has no address ${NOBODYS}.`)).toContainText(
    rig.addresses.http,
  )
  await formOf(page).save.click()
  await expect(formOf(page).saved).toBeVisible({ timeout: 10_000 })
  await expect(alert(page, `The device is not using its stored address ${NOBODYS}.`)).toBeVisible()
  expect(await network(rig.root, ...FIXED)).toEqual(['none', NOBODYS, '127.0.0.1'])
})

test('warns a second administrator before and while a change is on trial', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/409/, /trial\/start/, ...MOVE_ERRORS)
  await open('/network')
  await chooseStatic(page, OTHER)
  await rig.root.call(updateParameters, { 'root.Network.DomainName': 'theirs.example' })
  await formOf(page).save.click()
  await expect(alert(page, 'Somebody else has changed these settings')).toBeVisible()
  expect(await network(rig.root, ...FIXED.slice(0, 1), 'DomainName')).toEqual([
    'dhcp',
    'theirs.example',
  ])
  await formOf(page).save.click()
  await expect(page).toHaveURL(`${rig.at(OTHER).url}/webapp/hw/#/network`)
  const there = rig.at(OTHER)
  await formOf(page).domain.fill('mine.example')
  await there.root.call(updateParameters, { 'root.Network.DNSServer1': '127.0.0.53' })
  await formOf(page).save.click()
  await expect(alert(page, 'Somebody else has changed these settings')).toBeVisible()
  await expect(formOf(page).dns1).toHaveValue('127.0.0.53')
  expect(await network(there.root, 'DomainName')).toEqual(['theirs.example'])
  await formOf(page).save.click()
  await expect(formOf(page).saved).toBeVisible({ timeout: 10_000 })
  expect(await network(there.root, 'DomainName', 'DNSServer1')).toEqual([
    'mine.example',
    '127.0.0.53',
  ])
})

test('refuses an address at which another program uses the port', async ({ page, open, rig }) => {
  const { createServer } = await import('node:net')
  const taken = createServer()
  const port = Number(new URL(rig.addresses.http).port)
  await new Promise<void>((resolve) => taken.listen(port, OTHER, resolve))
  try {
    await open('/network')
    await chooseStatic(page, OTHER)
    await expect(alert(page, `at ${OTHER}`)).toBeVisible()
    await formOf(page).save.click()
    await expectError(formOf(page).ip, /Another program/)
    expect((await network(rig.root, ...FIXED))[0]).toBe('dhcp')
  } finally {
    taken.close()
  }
})

test('a device without trials moves at once, and the page shows where to open it (OPEN-37)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...MOVE_ERRORS)
  await rig.bench.call(setPersona, { persona: '9.80' })
  await open('/network')
  await chooseStatic(page, OTHER)
  const { url } = rig.at(OTHER)
  await expect(alert(page, 'The device will move to a new address.')).toContainText(
    `open this page at ${url}`,
  )
  await formOf(page).save.click()
  const moved = alert(page, 'The device has moved to another address.')
  await expect(moved).toContainText('Sign in there.')
  await expect.poll(() => listens(url)).toBe(true)
  await moved.getByRole('link', { name: url }).click()
  await expect(page).toHaveURL(new RegExp(`^${url}/sign-in`))
  expect(await network(rig.at(OTHER).root, ...FIXED)).toEqual(['none', OTHER, OTHER])
})
