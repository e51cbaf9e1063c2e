/** The gateway's own pages: the list of devices, and what comes before a device's console. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getUsers } from '@lintel/contract/calls/users'
import { ownRecording } from '../../gateway/src/record/testing.ts'
import { VARIANTS } from '../../gateway/src/record/variants.ts'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { ACCOUNTS, PASSWORD } from '../rig/accounts.ts'
import { startGateway } from '../rig/gateway.ts'
import type { RunningGateway } from '../rig/gateway.ts'
import { faultsInWindows } from '../rig/layout.ts'
import { openOpenSsl } from '../rig/openssl.ts'
import { openReplayedDevice } from '../rig/replay.ts'
import { fill, formOf, rowOf } from '../users/form.ts'
import { signIn } from '../rig/sign-in.ts'

test.use({ person: 'nobody', reuse: 'nothing' })

const { user } = ACCOUNTS.admin

const ends: (() => Promise<void> | void)[] = []
test.afterEach(async ({ context }) => {
  // What an open page asks for while the gateway ends is no failure.
  for (const page of context.pages()) await page.goto('about:blank')
  for (const end of ends.splice(0).toReversed()) await end()
})

async function gatewayOf(...flags: string[]): Promise<RunningGateway> {
  const gateway = await startGateway(...flags)
  ends.push(() => gateway.stop())
  return gateway
}

test('several devices are listed with their state, and each has a console of its own', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/404|WebSocket|mjpg/)
  const recorded = await openReplayedDevice(VARIANTS['12.11'](ownRecording('C1310-E')))
  ends.push(() => recorded.close())
  const gone = await openReplayedDevice(ownRecording('A1601'))
  await gone.close()
  const devices = [`door=${rig.addresses.http}`, `speaker=${recorded.http}`, `gone=${gone.http}`]
  const { http } = await gatewayOf(...devices.flatMap((one) => ['--device', one]))

  await page.goto(`${http}/`)
  const rows = page.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0)).toContainText('AXIS A8307-E')
  await expect(rows.nth(0)).toContainText('Answers')
  await expect(rows.nth(1)).toContainText('Firmware 12.11.77')
  await expect(rows.nth(2)).toContainText('Does not answer')
  await expectAccessible(page)
  expect(await faultsInWindows(page)).toEqual([])

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'A8307-E' }).click()
  await signIn(page, user, PASSWORD)
  await expect(page).toHaveURL(`${http}/devices/door/webapp/hw/`)
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('link', { name: 'Add user' }).click()
  await fill(page, { name: 'newcomer', role: 'Operator', password: PASSWORD })
  await formOf(page).save.click()
  await expect(rowOf(page, 'newcomer')).toContainText('Operator')
  expect((await rig.root.call(getUsers, {})).operator).toContain('newcomer')

  // A session at one device is none at another, and does not end with it.
  const other = await page.context().newPage()
  await other.goto(`${http}/devices/speaker/webapp/hw/`)
  await expect(other).toHaveURL(`${http}/devices/speaker/sign-in`)
  await signIn(other, recorded.account.user, recorded.account.password)
  await expect(other.getByRole('main')).toContainText('C1310-E')
  await page.reload()
  await expect(rowOf(page, 'newcomer')).toBeVisible()
  await page.getByRole('link', { name: 'Certificates' }).click()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('button', { name: 'Upload certificate' })).toBeVisible()
})

test('a device that does not answer is named, and opens when it does', async ({
  page,
  expectFailures,
}) => {
  expectFailures(/502/)
  const device = await openReplayedDevice(ownRecording('A8105-E'))
  const port = Number(new URL(device.http).port)
  await device.close()
  const { http } = await gatewayOf('--device', device.http)
  await page.goto(http)
  await expect(page.getByRole('heading')).toHaveText('The device does not answer')
  await expect(page.getByRole('main')).toContainText(device.http)
  await expectAccessible(page)
  const again = await openReplayedDevice(ownRecording('A8105-E'), port)
  ends.push(() => again.close())
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading')).toHaveText('Sign in')
})

test('an unknown certificate is shown with its fingerprint, and trusted on a person’s word', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/502/)
  const openssl = openOpenSsl()
  ends.push(openssl.close)
  const { http, devices } = await gatewayOf('--device', rig.addresses.https)
  await page.goto(http)
  await expect(page.getByRole('heading')).toHaveText('Is this your device?')
  const pem = openssl.run(`s_client -connect ${new URL(rig.addresses.https).host}`)
  openssl.write('device.pem', pem.slice(pem.indexOf('-----BEGIN')))
  const [, fingerprint = ''] =
    /Fingerprint=(\S+)/.exec(openssl.run('x509 -in device.pem -noout -fingerprint -sha256')) ?? []
  expect(fingerprint).toMatch(/^[0-9A-F:]{95}$/)
  await expect(page.getByRole('main')).toContainText(fingerprint)
  expect(devices[0]?.fingerprint).toBe(fingerprint)
  await expectAccessible(page)
  expect(await faultsInWindows(page)).toEqual([])
  await page.getByRole('button', { name: 'This is my device' }).click()
  await signIn(page, user, PASSWORD)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
})

test('a certificate that has changed stops everything until a person has looked at it', async ({
  page,
  expectFailures,
}) => {
  expectFailures(/502/)
  const openssl = openOpenSsl()
  ends.push(openssl.close)
  const made = ['first', 'second'].map((name) => {
    const to = `-keyout ${name}.key -out ${name}.pem -subj /CN=${name}`
    openssl.run(`req -x509 -nodes -days 30 -newkey ec -pkeyopt ec_paramgen_curve:P-256 ${to}`)
    return { key: readFileSync(openssl.path(`${name}.key`)), cert: openssl.read(`${name}.pem`) }
  })
  let asked = 0
  const server = createServer({ ...made[0], keepAliveTimeout: 1 }, (_request, response) => {
    asked += 1
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { http } = await gatewayOf('--device', `https://127.0.0.1:${port}`)
  await page.goto(http)
  await expect(page.getByRole('main')).toContainText('CN=first')
  await page.getByRole('button', { name: 'This is my device' }).click()
  await expect(page.getByRole('heading')).toHaveText('Sign in')

  server.setSecureContext(made[1] ?? {})
  server.closeAllConnections()
  const before = asked
  await page.reload()
  await expect(page.getByRole('heading')).toHaveText('The certificate has changed')
  await expect(page.getByText('Fingerprint before')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('CN=second')
  expect(asked).toBe(before)
  await page.getByRole('button', { name: 'This is my device' }).click()
  await expect(page.getByRole('heading')).toHaveText('Sign in')
})
