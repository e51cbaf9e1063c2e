/** The page, and what a real broker then gets from the device. */
import { pressKey } from '@lintel/contract/bench'
import { saveMqttSettings } from '@lintel/contract/calls/mqtt'
import { HAS_MOSQUITTO, openMosquitto } from '../../device/src/engines/mqtt/testing/mosquitto.ts'
import type { Mosquitto } from '../../device/src/engines/mqtt/testing/mosquitto.ts'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import { formOf, storedMqtt } from './form.ts'

const PASSWORD = 'open sesame 47'

needs(saveMqttSettings)

let broker: Mosquitto | undefined

/** A broker that only lets in the user `gate`. */
async function openBroker(): Promise<Mosquitto> {
  broker = await openMosquitto({ accounts: { gate: PASSWORD } })
  return broker
}

test.beforeEach(({ open }) => open('/mqtt'))
test.afterEach(async () => {
  await broker?.close()
  broker = undefined
})

test.describe('with a real broker', () => {
  test.skip(!HAS_MOSQUITTO, 'mosquitto is not installed: MQTT is tested without a broker')

  test('the device connects, publishes events, and is found by Home Assistant', async ({
    page,
    rig,
  }) => {
    const { port } = await openBroker()
    const seen = await broker?.subscribe('#')
    const form = formOf(page)
    await expect(form.state).toHaveText('Switched off')
    await form.active.check()
    await form.host.fill('127.0.0.1')
    await form.port.fill(String(port))
    await form.user.fill('gate')
    await form.password.fill(PASSWORD)
    await form.prefix.fill('home/gate')
    await form.events('All events').check()
    await form.announce.check()
    await expectAccessible(page)
    await form.save.click()
    await expect(form.saved).toBeVisible()
    await expect(form.state).toHaveText('Connected')
    await expect(form.password).toHaveValue('')
    await expect(page.getByText('Leave empty to keep the password.')).toBeVisible()
    expect(await storedMqtt(rig)).toMatchObject({ active: true, passwordSet: true })
    await rig.bench.call(pressKey, { key: 'callButton' })
    const topic = 'home/gate/event/tns:onvif/Device/tns:axis/Lintel/CallButton/$source/channel/1'
    await expect.poll(() => seen?.of(topic)).toHaveLength(1)
    await expect.poll(() => seen?.of('home/gate/bell')).toHaveLength(1)
    const config = () => seen?.received.findLast((one) => one.topic.startsWith('homeassistant/'))
    expect(config()?.payload).toContain('"doorbell"')
    await form.announce.uncheck()
    await form.save.click()
    await expect.poll(() => config()?.payload).toBe('')
  })

  test('a test of the connection tells what is wrong, and stores nothing', async ({
    page,
    rig,
  }) => {
    const { port } = await openBroker()
    const form = formOf(page)
    await expect(form.test).toBeDisabled()
    // The broker is not asked about the rest of the form.
    await form.prefix.fill('home/#')
    await form.will.selectOption('Own message')
    await form.host.fill('127.0.0.1')
    await form.port.fill(String(port))
    await form.user.fill('gate')
    await form.password.fill('wrong')
    await form.test.click()
    const refused = page.getByRole('alert').filter({ hasText: 'Not authorized' })
    await expect(refused).toContainText("doesn't accept this sign-in")
    await form.password.fill(PASSWORD)
    // That was about other settings.
    await expect(refused).toHaveCount(0)
    await form.test.click()
    await expect(page.getByText('The broker accepts the connection.')).toBeVisible()
    await form.port.fill('1')
    await form.test.click()
    await expect(page.getByText('No broker answers at this address and port.')).toBeVisible()
    expect((await storedMqtt(rig)).client.server.host).toBe('')
  })

  test('the page shows at once that the broker is gone, and why', async ({ page, rig }) => {
    const { port } = await openBroker()
    const { client, publication, discovery } = await storedMqtt(rig)
    await rig.root.call(saveMqttSettings, {
      active: true,
      client: {
        ...client,
        server: { ...client.server, host: '127.0.0.1', port },
        username: 'gate',
        password: PASSWORD,
      },
      publication,
      discovery,
    })
    const { state } = formOf(page)
    await expect(state).toHaveText('Connected')
    await broker?.kill()
    await expect(state).toHaveText(/Disconnected|Connecting/)
    await expect(page.getByText("The broker can't be reached.")).toBeVisible()
    await broker?.start()
    await expect(state).toHaveText('Connected')
  })
})

test('encryption brings its usual port and the certificates', async ({ page }) => {
  const form = formOf(page)
  await expect(form.port).toHaveValue('1883')
  await form.protocol.selectOption('TLS, encrypted')
  await expect(form.port).toHaveValue('8883')
  await expect(form.authority).toHaveValue('')
  await form.certificate.selectOption('device')
  await form.port.fill('8000')
  await form.protocol.selectOption('WebSocket, encrypted')
  await expect(form.port).toHaveValue('8000')
  await expect(page.getByRole('textbox', { name: 'Path' })).toBeVisible()
})

test('wrong fields say what is wrong, and nothing is saved', async ({ page, rig }) => {
  const form = formOf(page)
  await form.active.check()
  await form.prefix.fill('home/#')
  await form.events('Selected events').check()
  await form.save.click()
  await expect(form.host).toHaveAccessibleDescription(/Fill this in/)
  await expect(form.prefix).toHaveAccessibleDescription(/can't contain/)
  await expect(page.getByText('Select at least one kind of event.')).toBeVisible()
  await expectAccessible(page)
  await form.host.fill('192.0.2.7')
  await form.prefix.fill('')
  await form.kind('Calls and codes').check()
  await form.will.selectOption('Own message')
  await form.willTopic.fill('gate/will')
  await form.willMessage.fill('gone')
  await form.active.uncheck()
  await form.save.click()
  await expect(form.saved).toBeVisible()
  expect(await storedMqtt(rig)).toMatchObject({
    active: false,
    client: {
      lastWillTestament: { useDefault: false, topic: 'gate/will', message: 'gone', retain: true },
    },
    publication: {
      eventFilterList: [{ topicFilter: 'axis:Call//.', qos: 0, retain: 'property' }],
    },
  })
})

test('a second administrator is not overwritten unseen', async ({ page, rig }) => {
  const form = formOf(page)
  await form.host.fill('192.0.2.7')
  const { active, client, publication, discovery } = await storedMqtt(rig)
  const eventFilterList = [{ topicFilter: 'axis:Mine//.' }]
  await rig.root.call(saveMqttSettings, {
    active,
    client: { ...client, deviceTopicPrefix: 'theirs' },
    publication: { ...publication, eventFilterList },
    discovery,
  })
  await expect(form.prefix).toHaveValue('theirs')
  await expect(page.getByText('axis:Mine//.')).toBeVisible()
  await form.save.click()
  await expect(page.getByText('Somebody else has changed these settings')).toBeVisible()
  await expect(form.host).toHaveValue('192.0.2.7')
  await form.save.click()
  await expect(form.saved).toBeVisible()
  expect(await storedMqtt(rig)).toMatchObject({
    client: { server: { host: '192.0.2.7' }, deviceTopicPrefix: 'theirs' },
    publication: { eventFilterList },
  })
})
