/** The remote access server of a VAPIX reader: a door controller of ours. */
import { connect } from 'node:tls'
import { getBench, setPower } from '@lintel/contract/bench'
import { presentCard } from '@lintel/contract/bench-reader'
import { setCredential } from '@lintel/contract/calls/access-control'
import {
  getIPAccessConnections,
  probeIPAccessConfiguration,
  updateIPAccessConfiguration,
} from '@lintel/contract/calls/card-reader'
import type { Page } from '@playwright/test'
import {
  openDoorController,
  USER,
} from '../../device/src/engines/card-reader/testing/door-controller.ts'
import { at, expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { PASSWORD, ROOT } from '../rig/accounts.ts'
import { digestFetch } from '../rig/digest.ts'
import type { Rig } from '../rig/rig.ts'
import { startRig } from '../rig/rig.ts'
import { readerOn, writeReader } from './form.ts'

/** A second device, with two doors. */
let controller: Rig
test.beforeAll(async () => {
  controller = await startRig({ product: 'A1601' })
  await controller.put('ready')
})
test.afterAll(() => controller.stop())

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const status = (page: Page) => page.getByRole('main').getByText('The server is connected.')

/** Types what is given, and asks the server. */
async function ask(page: Page, typed: { address?: string; password?: string }): Promise<void> {
  const { address, password } = typed
  if (address !== undefined) await field(page, 'Server address').fill(address)
  if (password !== undefined) {
    await field(page, 'Password').fill(password)
    await field(page, 'Repeat password').fill(password)
  }
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
}

/** The certificate with which a server presents itself, in base64. */
const certificateOf = (url: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false })
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      resolve(socket.getPeerCertificate().raw.toString('base64'))
      socket.destroy()
    })
  })

/** Installs a certificate as one of an authority, over ONVIF. */
async function trust(rig: Rig, certificate: string): Promise<void> {
  const body =
    '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>' +
    '<d:LoadCACertificates xmlns:d="http://www.onvif.org/ver10/device/wsdl" xmlns:t="http://www.onvif.org/ver10/schema">' +
    `<d:CACertificate><t:CertificateID>doors</t:CertificateID><t:Certificate><t:Data>${certificate}</t:Data></t:Certificate></d:CACertificate>` +
    '</d:LoadCACertificates></s:Body></s:Envelope>'
  const response = await digestFetch(ROOT, PASSWORD)(`${rig.addresses.http}/vapix/services`, {
    method: 'POST',
    headers: { 'content-type': 'application/soap+xml; charset=utf-8' },
    body,
  })
  expect(response.status, await response.text()).toBe(200)
}

/** What came of cards, in the bench's log. */
async function decisions(rig: Rig) {
  const { happened } = await rig.bench.call(getBench, {})
  return happened.flatMap(({ id, values }) => (id.startsWith('access.') ? [{ id, ...values }] : []))
}

const present = (rig: Rig) =>
  rig.bench.call(presentCard, { card: { type: 'UID/CSN', uid: 'C0DE1234', contents: [] } })

test('a server is asked until its answer fits, its door chosen, and it decides about a card (READER-24, DEVICE-62, DEVICE-63)', async ({
  page,
  open,
  rig,
}) => {
  const alert = dialog(page).getByRole('alert')
  const { port } = new URL(controller.addresses.https)
  await open('/reader/protocol')
  await page.getByRole('combobox', { name: 'Protocol', exact: true }).selectOption('VAPIX reader')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await field(page, 'Username').fill(ROOT)
  // Nothing listens there.
  await ask(page, { address: '127.0.0.1:9', password: 'wrong' })
  await expect(alert).toContainText('There is no connection to the server.')
  await expectAccessible(page)
  await ask(page, { address: `127.0.0.1:${port}` })
  await expect(alert).toContainText('is not from an authority that this device trusts.')
  await trust(rig, await certificateOf(controller.addresses.https))
  await ask(page, { address: `localhost:${port}` })
  await expect(alert).toContainText('The certificate of the server is for another address.')
  await ask(page, { address: `127.0.0.1:${port}` })
  await expect(alert).toContainText("doesn't accept the username or the password.")
  expect((await readerOn(rig)).IPAccessConfiguration.Address).toBe('')
  await ask(page, { password: PASSWORD })
  await field(page, 'Access point').selectOption('Door 2')
  await dialog(page).getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText(`127.0.0.1:${port} is connected.`)).toBeVisible()
  await expect(status(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  expect(await readerOn(rig)).toMatchObject({
    Protocol: 'IPAccess',
    IPAccessConfiguration: {
      Scheme: 'https',
      Address: `127.0.0.1:${port}`,
      Password: '********',
      RequestAccessConfiguration: [{ Name: 'Door 2' }],
    },
  })

  /** The relays of the controller, of which each opens a door. */
  const relays = async () =>
    (await controller.bench.call(getBench, {})).terminals
      .filter(({ direction }) => direction === 'output')
      .map(({ closed }) => closed)
  const before = await relays()
  await present(rig)
  await expect.poll(() => decisions(rig)).toMatchObject([{ id: 'access.denied' }])
  expect(await relays()).toEqual(before)
  const IdData = [{ Name: 'Card' as const, Value: 'C0DE1234' }]
  await controller.root.call(setCredential, { Credential: [{ IdData }] })
  await present(rig)
  await expect.poll(() => decisions(rig)).toMatchObject([{}, { id: 'access.granted' }])
  const [first, second] = before
  await expect.poll(relays).toEqual([first, !second])
  await page.goto(rig.addresses.bench)
  const log = page.getByRole('log', { name: 'What happened' })
  await expect(log).toContainText("Door 2: access is denied (the card or the PIN isn't valid).")
  await expect(log).toContainText('Door 2: access is granted.')
})

test('a connection shows how it is, and its server can be edited and deleted (READER-25, READER-29, OPEN-93)', async ({
  page,
  open,
  rig,
}) => {
  const doors = await openDoorController()
  const points = doors.answers
  const { host } = new URL(controller.addresses.http)
  await writeReader(rig, {
    Protocol: 'IPAccess',
    IPAccessConfiguration: {
      Scheme: 'http',
      Address: host,
      Username: ROOT,
      Password: PASSWORD,
      VerifyCertificate: true,
      IPProtocol: 'None',
      RequestAccessConfiguration: [],
    },
  })
  await open('/reader/protocol')
  const notice = page.getByRole('main').getByRole('alert')
  await expect(notice).toContainText('No access point of the server is chosen yet.')
  // Another client chooses one.
  const { IPAccessOptions } = await rig.root.call(probeIPAccessConfiguration, {})
  await rig.root.call(updateIPAccessConfiguration, { Id: IPAccessOptions[0]?.Id ?? '' })
  await expect(status(page)).toBeVisible()
  await controller.bench.call(setPower, { action: 'off' })
  await present(rig)
  await expect(page.getByText("The server can't be reached.")).toBeVisible()
  await controller.bench.call(setPower, { action: 'on' })

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(field(page, 'Server address')).toHaveValue(host)
  await ask(page, {})
  await expect(field(page, 'Access point')).toHaveAccessibleDescription('Currently: Door 1')
  await dialog(page).getByRole('button', { name: 'Back' }).click()
  // The password stays with its server.
  await ask(page, { address: doors.address })
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/Fill this in/)
  await field(page, 'Username').fill(USER.name)
  doors.answers = { ...points, 'pacsaxis:GetAccessPointList': {} }
  await ask(page, { password: USER.password })
  await expect(dialog(page).getByRole('alert')).toContainText('The server has no access points.')
  doors.answers = points
  await ask(page, {})
  await field(page, 'Access point').selectOption('Main entrance')
  await dialog(page).getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(status(page)).toBeVisible()
  expect(await rig.root.call(getIPAccessConnections, {})).toMatchObject({
    IPAccessConnections: [{ Name: 'Main entrance', StatusText: 'The server is connected.' }],
  })
  const asked = doors.asked.length
  await present(rig)
  await expect.poll(() => doors.asked.length).toBeGreaterThan(asked)
  expect(doors.asked.at(-1)?.message).toMatchObject({
    'pacsaxis:RequestAccess': { IdData: [{ Name: 'Card', Value: 'C0DE1234' }] },
  })

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete server' }).click()
  await expect(page.getByText(`${doors.address} is deleted.`)).toBeVisible()
  await expect(page).toHaveURL(at('/reader/protocol'))
  await expect(page.getByRole('combobox', { name: 'Protocol', exact: true })).toHaveValue('None')
  expect(await readerOn(rig)).toMatchObject({
    Protocol: 'None',
    IPAccessConfiguration: {
      Scheme: 'https',
      Address: '',
      Username: '',
      Password: '',
      RequestAccessConfiguration: [],
    },
  })
  await doors.close()
})
