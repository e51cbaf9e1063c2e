import { createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { advanceClock, getBench, setFaults, setPower } from '@lintel/contract/bench'
import { listParameters } from '@lintel/contract/calls/parameters'
import { getTrial, startTrial } from '@lintel/contract/calls/trial'
import type { Client } from '@lintel/contract/client'
import type { ParametersIn } from '@lintel/contract/parameters/all'
import { expect, test } from '../fixture.ts'
import { notThroughGateway } from '../rig/gateway.ts'
import { needs } from '../rig/firmware.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { cannotMove, listens, NOBODYS, OTHER } from '../rig/sockets.ts'
import {
  expectConsole,
  expectError,
  fields,
  heading,
  HOME,
  press,
  toNetwork,
  pressFinish,
} from './form.ts'

test.use({ state: 'new', person: 'nobody' })

async function chooseStatic(page: Page, address: string) {
  await toNetwork(page)
  await fields(page).ipAutomatic.uncheck()
  await fields(page).ip.fill(address)
}

/** Goes from the network page to the last button. */
async function finish(page: Page) {
  await press(page, 'Continue')
  await expect(fields(page).zone).toBeVisible()
  await pressFinish(page)
}

/** Covers the five seconds that the clock needs to settle. */
const LATER = { timeout: 15_000 }

async function network(root: Client) {
  const { values } = await root.call(listParameters, { group: 'root.Network' })
  const get = (name: keyof ParametersIn<'Network'>) => values.get(`root.Network.${name}`)
  return { proto: get('BootProto'), stored: get('IPAddress'), inUse: get('eth0.IPAddress') }
}

/**
 * A browser that can't reach the device's other address and stays on its page (RFC 9110 §15.3.5).
 */
async function blockNewAddress(page: Page) {
  await page.route(
    (url) => url.hostname === OTHER,
    (route) => route.fulfill({ status: 204 }),
  )
}

needs(startTrial)

test.describe('where the host has the address', () => {
  notThroughGateway('the gateway stays where it is when the device moves')
  test.skip(cannotMove !== undefined, cannotMove ?? '')

  test('the wizard ends at the static address, signed in, and the ticket never shows (SETUP-15, SETUP-08, OPEN-26)', async ({
    page,
    rig,
  }) => {
    const there = rig.at(OTHER)
    const requests: string[] = []
    page.on('request', (request) => {
      requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`)
    })
    await chooseStatic(page, OTHER)
    await expect(fields(page).ip).toHaveAccessibleDescription(`After set-up, open ${there.url}.`)
    await expectAccessible(page)
    await finish(page)
    await expect(page).toHaveURL(`${there.url}/webapp/hw/#/`, LATER)
    await expectConsole(page)
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()

    expect(await network(there.root)).toEqual({ proto: 'none', stored: OTHER, inUse: OTHER })
    expect(await listens(there.url)).toBe(true)
    expect(await listens(rig.addresses.http)).toBe(false)
    expect((await rig.bench.call(getBench, {})).addresses.http).toBe(there.url)
    const ticket = /ticket=([\w-]+)/
    expect(requests.filter((line) => ticket.test(line.split('#')[0] ?? ''))).toEqual([])
    expect(await page.evaluate(() => location.href)).not.toMatch(ticket)

    await rig.bench.call(advanceClock, { milliseconds: 300_000 })
    expect(await network(there.root)).toMatchObject({ inUse: OTHER })
    await page.goto('about:blank')
    await rig.bench.call(setPower, { action: 'cycle' })
    expect(await network(there.root)).toMatchObject({ proto: 'none', inUse: OTHER })
  })

  test('reverts to the old address unless the console opens there, and the next page reports it', async ({
    page,
    rig,
    expectFailures,
  }) => {
    expectFailures(/\.cgi/, /ERR_/)
    const there = rig.at(OTHER)
    await blockNewAddress(page)
    await chooseStatic(page, OTHER)
    await finish(page)
    await expect(page.getByRole('link', { name: 'Open the new address' })).toHaveAttribute(
      'href',
      new RegExp(`^${there.url}/webapp/hw/#/\\?ticket=`),
      LATER,
    )
    await expectAccessible(page)
    await expect.poll(() => listens(rig.addresses.http)).toBe(false)
    expect(await network(there.root)).toEqual({ proto: 'none', stored: OTHER, inUse: OTHER })

    // The clock itself keeps running meanwhile.
    await rig.bench.call(advanceClock, { milliseconds: 60_000 })
    expect(await listens(there.url)).toBe(true)
    await rig.bench.call(advanceClock, { milliseconds: 60_000 })
    await expect.poll(() => listens(there.url)).toBe(false)
    expect(await network(rig.root)).toMatchObject({ proto: 'dhcp', inUse: '127.0.0.1' })

    await page.goto(`${rig.addresses.http}${HOME}`)
    const notice = page.getByRole('alert').filter({ hasText: `from ${OTHER} to 127.0.0.1` })
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await expect(notice).toContainText('Nobody opened the console at the new address in time.')
    await expectAccessible(page)
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toHaveCount(0)
    expect(await rig.root.call(getTrial, {})).toEqual({ state: 'none' })
    await page.reload()
    await expectConsole(page)
    await expect(notice).toHaveCount(0)
  })

  test('a link leads there when the browser didn’t get there by itself (OPEN-26)', async ({
    page,
    rig,
    expectFailures,
  }) => {
    expectFailures(/ERR_/)
    await blockNewAddress(page)
    await chooseStatic(page, OTHER)
    await finish(page)
    const link = page.getByRole('link', { name: 'Open the new address' })
    await expect(link).toBeVisible(LATER)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // From here on the browser may get there by itself, too.
    await link.click({ timeout: 2_000 }).catch(() => undefined)
    await expect(page).toHaveURL(`${rig.at(OTHER).url}/webapp/hw/#/`)
    await expectConsole(page)
    expect(await rig.at(OTHER).root.call(getTrial, {})).toEqual({ state: 'none' })
  })

  test('a power cut meanwhile reverts the address at once', async ({
    page,
    rig,
    expectFailures,
  }) => {
    expectFailures(/\.cgi/, /ERR_/)
    await blockNewAddress(page)
    await chooseStatic(page, OTHER)
    await finish(page)
    await expect(page.getByRole('link', { name: 'Open the new address' })).toBeVisible(LATER)
    await rig.bench.call(setPower, { action: 'cycle' })
    expect(await listens(rig.at(OTHER).url)).toBe(false)
    expect(await network(rig.root)).toMatchObject({ proto: 'dhcp', inUse: '127.0.0.1' })
    await page.goto(`${rig.addresses.http}${HOME}`)
    await expect(page.getByRole('alert')).toContainText('It restarted before anyone confirmed')
    const { happened } = await rig.bench.call(getBench, {})
    expect(happened).toContainEqual(
      expect.objectContaining({
        id: 'trial.reverted',
        values: { from: '127.0.0.1', to: OTHER },
      }),
    )
  })

  test('when the response is lost the device returns, and a button continues', async ({
    page,
    rig,
    expectFailures,
  }) => {
    test.setTimeout(60_000)
    expectFailures(/trial\/start/, /\.cgi/, /ERR_/)
    await chooseStatic(page, OTHER)
    await rig.bench.call(setFaults, { faults: [{ call: 'trial.start', fault: 'cut', times: 1 }] })
    await finish(page)
    await expect(page.getByRole('heading', { name: 'Set-up has stopped' })).toBeVisible(LATER)
    await expect.poll(() => listens(rig.addresses.http)).toBe(false)
    await rig.bench.call(advanceClock, { milliseconds: 120_000 })
    await expect(page.getByText('The device answers again.')).toBeVisible({ timeout: 20_000 })
    await press(page, 'Try again')
    await expect(page).toHaveURL(`${rig.at(OTHER).url}/webapp/hw/#/`)
    await expectConsole(page)
  })
})

test('warns of an address that the host lacks, stores it, and the device stays', async ({
  page,
  rig,
}) => {
  await chooseStatic(page, NOBODYS)
  const opens = page.getByText(/After set-up, open/)
  await expect(opens).toContainText(NOBODYS)
  await press(page, 'Continue')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(`This computer has no address ${NOBODYS}.`)
  await expect(opens).toHaveCount(0)
  await expect(alert).toContainText(rig.addresses.http)
  await expectAccessible(page)
  expect(await network(rig.root)).toMatchObject({ proto: 'dhcp' })
  await press(page, 'Continue anyway')
  await expect(fields(page).zone).toBeVisible()
  await pressFinish(page)
  await expectConsole(page)
  expect(await network(rig.root)).toEqual({
    proto: 'none',
    stored: NOBODYS,
    inUse: '127.0.0.1',
  })
})

test.describe('on the network page', () => {
  test.use({ reuse: 'device' })

  test('the two switches depend on each other (NET-06, NET-07, NET-08)', async ({ page }) => {
    await toNetwork(page)
    const { ipAutomatic, dnsAutomatic, ip, dns1 } = fields(page)
    await ipAutomatic.uncheck()
    await expect(dnsAutomatic).not.toBeChecked()
    await expect(ip).toHaveValue('127.0.0.1')
    await expect(dns1).toBeVisible()
    await dnsAutomatic.check()
    await expect(ipAutomatic).toBeChecked()
    await expect(ip).toHaveCount(0)
    await expect(dnsAutomatic).toHaveAccessibleDescription(/Requires an automatic IP address/)
  })

  test('every field of a static address follows its rule (NET-12, NET-13, NET-14)', async ({
    page,
  }) => {
    await toNetwork(page)
    const { ipAutomatic, dnsAutomatic, ip, mask, router, domain, dns1, dns2 } = fields(page)
    await ipAutomatic.uncheck()
    const address = /not an IPv4 address/
    for (const [field, typed, wrong] of [
      [ip, '192.168.0.256', address],
      [ip, '', address],
      [mask, '255.255', address],
      [mask, '255.0.255.0', /mask/],
      [mask, '255.255.255.254', /mask/],
      [ip, '224.0.0.5', /No device can have/],
      [ip, '127.255.255.255', /with this subnet mask/],
      [router, 'router', address],
      [router, '240.0.0.1', /No device can have/],
      [domain, 'no good', /domain/],
      [dns1, '', address],
      [dns2, '1.2.3', address],
    ] as const) {
      const before = await field.inputValue()
      await field.fill(typed)
      await press(page, 'Continue')
      await expectError(field, wrong)
      await expect(field).toBeFocused()
      await field.fill(before)
    }
    await expect(dnsAutomatic).not.toBeChecked()
  })

  test('the device can test an address before it is chosen (OPEN-114, NET-24, NET-27)', async ({
    page,
    expectFailures,
  }) => {
    expectFailures(/pingtest/)
    await toNetwork(page)
    const { ipAutomatic, ip } = fields(page)
    await ipAutomatic.uncheck()
    const button = page.getByRole('button', { name: 'Test address' })
    const result = page.getByRole('dialog', { name: 'Test address' })
    await ip.fill('192.0.2')
    await expect(button).toBeDisabled()
    await ip.fill(NOBODYS)
    await button.click()
    await expect(result).toContainText(`No answer from ${NOBODYS}.`)
    await expectAccessible(page)
    await result.getByRole('button', { name: 'Close' }).click()
    await ip.fill('127.0.0.7')
    await button.click()
    await expect(result).toContainText('127.0.0.7 is in use.')
    await page.keyboard.press('Escape')
    await press(page, 'Continue')
    await expect(ip).toHaveAccessibleDescription(/Another device answers at this address/)
    await expect(page.getByRole('button', { name: 'Continue anyway' })).toBeVisible()
    await ip.fill('224.0.0.1')
    await expect(button).toBeDisabled()
    await ip.fill('127.0.0.1')
    await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
  })

  test('refuses an address at which another program uses the port before anything is stored', async ({
    page,
    rig,
  }) => {
    test.skip(cannotMove !== undefined, cannotMove ?? '')
    const taken = createServer()
    const port = Number(new URL(rig.addresses.http).port)
    await new Promise<void>((resolve) => taken.listen(port, OTHER, resolve))
    try {
      await chooseStatic(page, OTHER)
      await press(page, 'Continue')
      await expect(page.getByRole('alert')).toContainText(OTHER)
      await heading(page, 'Check the network')
      await expectAccessible(page)
      await fields(page).ip.fill('127.0.0.3')
      await expect(page.getByRole('alert')).toHaveCount(0)
      await press(page, 'Continue')
      await expect(fields(page).zone).toBeVisible()
      expect(await network(rig.root)).toMatchObject({ proto: 'dhcp', inUse: '127.0.0.1' })
    } finally {
      taken.close()
    }
  })
})
