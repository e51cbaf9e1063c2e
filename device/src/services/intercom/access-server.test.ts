import { SECRET_SET } from '@lintel/contract/card-reader'
import type { IPAccessConfiguration } from '@lintel/contract/card-reader'
import { productCalled } from '@lintel/contract/products/products'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDoorController, USER } from '../../engines/card-reader/testing/door-controller.ts'
import { accessPointService } from '../access-points/access-points.ts'
import { openTestDevice } from '../testing/test-device.ts'
import { accessServerService } from './access-server.ts'
import { intercomService } from './intercom.ts'

const NOW = Date.UTC(2026, 10, 20, 12)

/** A door station, and its device API as root. */
async function openStation() {
  const services = [intercomService, accessServerService]
  const station = await openTestDevice(services, NOW, productCalled('A8207-VE'))
  onTestFinished(() => station.close())
  station.makeAccounts()
  station.ipAccess?.start()
  const ask = async (operation: string, parameters: object = {}) =>
    (await station.json('/vapix/axdsapi', { [operation]: parameters }, 'root')) as Record<
      string,
      unknown
    >
  const store = (reader: object) =>
    ask('UpdateConfiguration', { Configuration: { CardReaderConfiguration: reader } })
  const statuses = async () =>
    ((await ask('GetIPAccessConnections'))['IPAccessConnections'] as { StatusText: string }[]).map(
      ({ StatusText }) => StatusText,
    )
  return { station, ask, store, statuses }
}

const settings = (changes: Partial<IPAccessConfiguration>): IPAccessConfiguration => ({
  Scheme: 'http',
  Address: '',
  Username: USER.name,
  Password: USER.password,
  VerifyCertificate: true,
  IPProtocol: 'None',
  RequestAccessConfiguration: [],
  ...changes,
})

const idsIn = (probed: Record<string, unknown>) =>
  (probed['IPAccessOptions'] as { Id: string }[]).map(({ Id }) => Id)

/** The bits of C0DE1234 as a card of our bench would have them. */
const CARD = (0xc0de1234).toString(2)

test('a door station of ours opens a door of our controller (DEVICE-62, DEVICE-63, DEVICE-64)', async () => {
  const controller = await openTestDevice([accessPointService], NOW, productCalled('A1601'))
  onTestFinished(() => controller.close())
  controller.makeAccounts()
  controller.parameters.set({ 'root.Network.HTTP.AuthenticationPolicy': 'digest' })
  const { station, ask, store, statuses } = await openStation()
  const Address = new URL(controller.url).host
  const IPAccessConfiguration = settings({ Address, Username: 'root', Password: 'pass-root' })

  const probed = await ask('ProbeIPAccessConfiguration', { IPAccessConfiguration })
  expect(probed).toMatchObject({
    Status: 'OK',
    IPAccessOptions: [{ Name: 'Door 1' }, { Name: 'Door 2', IPProtocol: 'RequestAccess' }],
  })
  const [, Id = ''] = idsIn(probed)
  const updated = await ask('UpdateIPAccessConfiguration', { Id })
  expect(updated['IPAccessConfiguration']).toMatchObject({
    Address,
    Username: 'root',
    Password: SECRET_SET,
    IPProtocol: 'RequestAccess',
    RequestAccessConfiguration: [{ Id, Name: 'Door 2' }],
  })
  expect(await statuses()).toEqual(['Not in use'])
  await store({ Protocol: 'IPAccess' })
  await vi.waitFor(async () => expect(await statuses()).toEqual(['The server is connected.']))

  const present = () => station.ipAccess?.request({ card: CARD })
  expect(await present()).toEqual({ granted: false, reason: 'InvalidCredential' })
  expect(controller.ioPorts.state(4).active).toBe(false)
  const Credential = [{ IdData: [{ Name: 'Card', Value: 'C0DE1234' }] }]
  // The digest is for other clients; root's own is as good.
  controller.parameters.set({ 'root.Network.HTTP.AuthenticationPolicy': 'basic' })
  await controller.json('/vapix/pacs', { 'pacsaxis:SetCredential': { Credential } }, 'root')
  controller.parameters.set({ 'root.Network.HTTP.AuthenticationPolicy': 'digest' })
  expect(await present()).toEqual({ granted: true, reason: 'Granted' })
  expect([3, 4].map((port) => controller.ioPorts.state(port).active)).toEqual([false, true])
})

test('the stored password is used where asterisks stand for it, for the same server and user', async () => {
  const controller = await openDoorController()
  onTestFinished(() => controller.close())
  const { ask, store } = await openStation()
  const IPAccessConfiguration = settings({ Address: controller.address })
  await store({ IPAccessConfiguration })
  const masked = { ...IPAccessConfiguration, Password: SECRET_SET }
  for (const given of [{}, { IPAccessConfiguration: masked }]) {
    expect(await ask('ProbeIPAccessConfiguration', given)).toMatchObject({ Status: 'OK' })
  }
  const before = controller.requests
  for (const other of [{ Username: 'other' }, { Address: `localhost:${controller.port}` }]) {
    const given = { IPAccessConfiguration: { ...masked, ...other } }
    expect(await ask('ProbeIPAccessConfiguration', given)).toMatchObject({ Fault: 'env:Sender' })
  }
  expect(controller.requests).toBe(before)
})

test('probing stores nothing, and what no server has can not be chosen', async () => {
  const controller = await openDoorController()
  onTestFinished(() => controller.close())
  const { station, ask } = await openStation()
  expect(await ask('UpdateIPAccessConfiguration', { Id: 'x' })).toMatchObject({
    FaultMsg: 'The remote access server could not be asked. Probe it first.',
  })
  const IPAccessConfiguration = settings({ Address: controller.address })
  await ask('ProbeIPAccessConfiguration', { IPAccessConfiguration })
  expect(station.cardReader.get().IPAccessConfiguration.Address).toBe('')
  expect(await ask('UpdateIPAccessConfiguration', { Id: 'x' })).toMatchObject({
    FaultMsg: 'The server has no access point with this Id.',
  })
  expect(station.cardReader.get().IPAccessConfiguration.Address).toBe('')
})

test('settings that somebody stores while the server is asked are not overwritten', async () => {
  const controller = await openDoorController()
  onTestFinished(() => controller.close())
  const { station, ask, store } = await openStation()
  const IPAccessConfiguration = settings({ Address: controller.address })
  await store({ IPAccessConfiguration })
  const [Id = ''] = idsIn(await ask('ProbeIPAccessConfiguration'))
  // From now on the server has to be asked again.
  await store({ IPAccessConfiguration: { ...IPAccessConfiguration, VerifyCertificate: false } })
  const { answers } = controller
  controller.answers = {
    ...answers,
    'pacsaxis:GetAccessControllerList'() {
      station.cardReader.update({
        IPAccessConfiguration: { ...IPAccessConfiguration, Username: 'other' },
      })
      return answers['pacsaxis:GetAccessControllerList']
    },
  }
  expect(await ask('UpdateIPAccessConfiguration', { Id })).toMatchObject({
    FaultMsg: 'The settings have changed meanwhile.',
  })
  expect(station.cardReader.get().IPAccessConfiguration).toMatchObject({
    Username: 'other',
    RequestAccessConfiguration: [],
  })
})

test('products without a reader have no remote access server', async () => {
  const speaker = await openTestDevice([accessServerService], NOW, productCalled('C1310-E'))
  onTestFinished(() => speaker.close())
  expect(speaker.ipAccess).toBeUndefined()
})
