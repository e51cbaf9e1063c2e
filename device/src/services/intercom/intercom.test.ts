import { TOPICS } from '@lintel/contract/events'
import { PRODUCTS, productCalled } from '@lintel/contract/products/products'
import { createClient } from '@lintel/contract/client'
import { getServiceCapabilities } from '@lintel/contract/calls/intercom'
import { expect, onTestFinished, test } from 'vitest'
import { authorization, openTestDevice } from '../testing/test-device.ts'
import { intercomService } from './intercom.ts'

async function openDevice(number: string) {
  const device = await openTestDevice([intercomService], undefined, productCalled(number))
  onTestFinished(() => device.close())
  device.makeAccounts()
  return device
}

test('capabilities are returned bare, in the specification’s spelling and in the public one (DEVICE-56, SHELL-10)', async () => {
  const device = await openDevice('A8207-VE')
  const response = await device.fetch('/vapix/axdsapi', {
    as: 'root',
    method: 'POST',
    body: '{"GetServiceCapabilities":{}}',
  })
  expect(response.headers.get('content-type')).toContain('application/json')
  const { Capabilities, ...others } = (await response.json()) as Record<string, object>
  expect(others).toEqual({})
  expect(Capabilities).toMatchObject({
    Version: '1.3',
    hdmi: false,
    display: false,
    reader: true,
    pinKeypad: true,
    callKeypad: true,
    callButton: true,
    callButtonLED: true,
    uiLeds: [
      { ledId: 'CallButton', ledType: 'SingleColor' },
      { ledId: 'Reader', ledType: 'MultiColor' },
    ],
    lineOutGain: false,
    telecoilOutGain: true,
    Call: true,
    DTMFEvent: true,
    CallButton: true,
    CallKeypad: true,
    PinKeypad: true,
    Reader: true,
    SupportedParityType: ['None', 'Even', 'Odd', 'Fix0', 'Fix1'],
    SupportedKeypressOutputFormatWiegand: expect.arrayContaining(['FourBit', 'Wiegand26']),
    SupportedCallButtonIdleBehavior: ['Automatic', 'Off', 'On'],
    supportedCallButtonIdleBehavior: ['Automatic', 'Off', 'On'],
    IntegerValidators: expect.arrayContaining([{ Name: 'pinLength', Min: 1, Max: 32 }]),
  })
  expect(Capabilities).toHaveProperty(
    'SupportedCards',
    expect.arrayContaining([
      expect.objectContaining({ Name: 'MIFARE_DESFire', DataSources: ['CSN', 'Data', 'SecureId'] }),
    ]),
  )
})

test.each(PRODUCTS.filter(({ capabilities }) => capabilities).map(({ number }) => number))(
  'the client decodes the capabilities of the %s as declared (SHELL-10)',
  async (number) => {
    const device = await openDevice(number)
    const client = createClient({
      base: device.url,
      headers: { authorization: authorization('root') },
    })
    const { Capabilities } = await client.call(getServiceCapabilities, {})
    expect(Capabilities).toMatchObject(productCalled(number).capabilities ?? {})
  },
)

test('only administrators read the capabilities', async () => {
  const device = await openDevice('A1601')
  for (const as of ['oper', 'view']) {
    const response = await device.fetch('/vapix/axdsapi', {
      as,
      method: 'POST',
      body: '{"axdsapi:GetServiceCapabilities":{}}',
    })
    expect(response.status).toBe(403)
  }
})

const post = (device: Awaited<ReturnType<typeof openDevice>>, operation: string, body: object) =>
  device.fetch('/vapix/axdsapi', {
    as: 'root',
    method: 'POST',
    body: JSON.stringify({ [`axdsapi:${operation}`]: body }),
  })

async function configuration(device: Awaited<ReturnType<typeof openDevice>>): Promise<object> {
  const answer = await post(device, 'GetConfiguration', {})
  return ((await answer.json()) as { Configuration: object }).Configuration
}

/** What a product without a reader has from the factory. */
const FACTORY = {
  Version: '1.3',
  CallButtonIdleBehavior: 'Automatic',
  CallTriggersEnabled: true,
  PresenceTimeout: 60,
}

test('members that an update does not have stay as they are (DEVICE-57, DEVICE-58)', async () => {
  const device = await openDevice('A8207-VE')
  expect(await configuration(device)).toMatchObject({
    ...FACTORY,
    CardReaderConfiguration: { PinConfiguration: { pinLength: 4, pinTimeout: 10 } },
  })
  const CardReaderConfiguration = { PinConfiguration: { pinLength: 6, pinTimeout: 20 } }
  const set = await post(device, 'UpdateConfiguration', {
    Configuration: { CardReaderConfiguration },
  })
  expect([set.status, await set.json()]).toEqual([200, {}])
  await post(device, 'UpdateConfiguration', { Configuration: { PresenceTimeout: 90 } })
  expect(await configuration(device)).toMatchObject({
    ...FACTORY,
    PresenceTimeout: 90,
    CardReaderConfiguration,
  })
})

test('replacing the configuration resets absent members to factory values (DEVICE-59)', async () => {
  const device = await openDevice('A8307-E')
  await post(device, 'UpdateConfiguration', {
    Configuration: {
      PresenceTimeout: 90,
      CardReaderConfiguration: { PinConfiguration: { pinLength: 6, pinTimeout: 20 } },
    },
  })
  await post(device, 'SetConfiguration', { Configuration: { PresenceTimeout: 30 } })
  expect(await configuration(device)).toMatchObject({
    ...FACTORY,
    PresenceTimeout: 30,
    CardReaderConfiguration: { PinConfiguration: { pinLength: 4, pinTimeout: 10 } },
  })
})

test('a field that is unknown or out of range is refused and changes nothing', async () => {
  const device = await openDevice('A8105-E')
  const wrong = await post(device, 'UpdateConfiguration', {
    Configuration: { PresenceTimeout: 90, WrongField: 1 },
  })
  expect(wrong.status).toBe(400)
  expect(await wrong.json()).toMatchObject({ FaultCode: 'ter:TagMismatch' })
  const far = await post(device, 'UpdateConfiguration', { Configuration: { PresenceTimeout: 0 } })
  expect(far.status).toBe(400)
  expect(await configuration(device)).toEqual(FACTORY)
})

test('when too warm it reports the effective sleep of 5 s and preserves the setting (HEAT-06)', async () => {
  const device = await openDevice('A8307-E')
  const heat = (HeatState: string) => {
    const event = { topic: TOPICS.doorStationHeat, source: {}, data: { HeatState } }
    device.events.publish(event, 'state')
  }
  heat('Warning')
  expect(await configuration(device)).toMatchObject({ PresenceTimeout: 5 })
  heat('Normal')
  expect(await configuration(device)).toMatchObject({ PresenceTimeout: 60 })
})

test('injected keys reach the keypad in order, and no log holds them (DEVICE-60, CONFIGCHECK-03)', async () => {
  const device = await openDevice('A8207-VE')
  const state = () =>
    device.events.current().find(({ topic }) => topic === TOPICS.keypad)?.data['State']
  expect(state()).toBe('KSM_IDLE')
  const answer = await post(device, 'InjectKeySequence', { KeySequence: '71', Source: 'Simulator' })
  expect([answer.status, await answer.json()]).toEqual([200, {}])
  expect(state()).toBe('KSM_PIN_MODE')
  await post(device, 'InjectKeySequence', { KeySequence: '9#' })
  expect(state()).toBe('KSM_IDLE')
  expect(device.benchLog).toContainEqual(['keypad.entered', { keys: 3 }])
  expect(JSON.stringify(device.benchLog)).not.toContain('719')
  const wrong = await post(device, 'InjectKeySequence', { KeySequence: '12x' })
  expect(wrong.status).toBe(400)
  expect(state()).toBe('KSM_IDLE')
})

test('restoring a snapshot clears the keypad’s input', async () => {
  const device = await openDevice('A8207-VE')
  const file = `${device.plugged.dataFolder}/snapshot.db`
  device.database.save(file)
  device.receive({ type: 'pressed', key: '4' })
  device.database.restore(file)
  expect(device.events.current().find(({ topic }) => topic === TOPICS.keypad)?.data['State']).toBe(
    'KSM_IDLE',
  )
})

test('keys on the front are events as well', async () => {
  const device = await openDevice('A8207-VE')
  device.receive({ type: 'pressed', key: '4' })
  expect(device.events.current().find(({ topic }) => topic === TOPICS.keypad)?.data['State']).toBe(
    'KSM_PIN_MODE',
  )
  device.receive({ type: 'pressed', key: 'callButton' })
  device.receive({ type: 'pressed', key: 'display' })
  device.receive({ type: 'pressed', key: '#' })
  expect(device.benchLog).toContainEqual(['keypad.entered', { keys: 1 }])
})

test('the video management software is told of calls unless that is switched off (DEVICE-58)', async () => {
  const device = await openDevice('A8207-VE')
  const read = async () => {
    const answer = (await (await post(device, 'GetConfiguration', {})).json()) as {
      Configuration: { CallTriggersEnabled: boolean }
    }
    return answer.Configuration.CallTriggersEnabled
  }
  expect(await read()).toBe(true)
  const Configuration = { CallTriggersEnabled: false }
  expect((await post(device, 'UpdateConfiguration', { Configuration })).status).toBe(200)
  expect(await read()).toBe(false)
  await post(device, 'SetConfiguration', { Configuration: {} })
  expect(await read()).toBe(true)
})

test('the light of an idle call button is one of those that there are (PHONEBOOK-83, PHONEBOOK-89)', async () => {
  const device = await openDevice('A8207-VE')
  const Configuration = { CallButtonIdleBehavior: 'Off' }
  expect((await post(device, 'UpdateConfiguration', { Configuration })).status).toBe(200)
  expect(await configuration(device)).toMatchObject(Configuration)
  const wrong = { CallButtonIdleBehavior: 'Blinking' }
  expect((await post(device, 'UpdateConfiguration', { Configuration: wrong })).status).toBe(400)
  expect(await configuration(device)).toMatchObject(Configuration)
  await post(device, 'SetConfiguration', { Configuration: {} })
  expect(await configuration(device)).toMatchObject({ CallButtonIdleBehavior: 'Automatic' })
})
