import type { PresentedCard, ReaderAtFront } from '@lintel/contract/cards'
import { productCalled } from '@lintel/contract/products/products'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import type { ToDevice } from '@lintel/contract/wire'
import { expect, onTestFinished, test } from 'vitest'
import { intercomService } from '../../services/intercom/intercom.ts'
import { openTestDevice } from '../../services/testing/test-device.ts'
import type { TestDevice } from '../../services/testing/test-device.ts'

/** Facility code 90, card number 324 at its end, and their message: jessety/wiegand-encoder. */
const CARD: PresentedCard = { type: 'UID/CSN', uid: '115A0144', contents: [] }
const MESSAGE = '00101101000000001010001000'

async function openRig(product = 'A8307-E') {
  const device = await openTestDevice([intercomService], undefined, productCalled(product))
  onTestFinished(() => device.close())
  device.cardReader.update({
    Protocol: 'Wiegand',
    OutputFormat: { ...device.cardReader.get().OutputFormat, cardFormat: 'Wiegand26' },
  })
  let asked = 0
  /** Sends a request of the board, and returns why it was not carried out. */
  async function ask(request: (ask: number) => ToDevice): Promise<string | undefined> {
    asked += 1
    const ask = asked
    device.receive(request(ask))
    const answer = () => device.sent.find((one) => one.type === 'done' && one.ask === ask)
    await expect.poll(answer).toBeDefined()
    const found = answer()
    return found?.type === 'done' ? found.error : undefined
  }
  return {
    device,
    present: (card = CARD) => ask((ask) => ({ type: 'card', ask, card })),
    light: () =>
      ask((ask) => ({ type: 'controller', ask, action: { kind: 'led', colour: 'Red' } })),
  }
}

function frontOf({ sent }: TestDevice): ReaderAtFront | undefined {
  const last = sent.findLast((one) => one.type === 'reader')
  return last?.type === 'reader' ? last.reader : undefined
}

test('a card and a PIN at the device go out as it is configured, and leave no trace in the log', async () => {
  const { device, present } = await openRig()
  expect(await present()).toBeUndefined()
  for (const key of ['7', '3', '9', '1'] as const) device.receive({ type: 'pressed', key })
  expect(frontOf(device)?.onWire).toMatchObject([
    { of: 'card', bits: MESSAGE },
    { of: 'pin', bits: '0111' },
    { of: 'pin', bits: '0011' },
    { of: 'pin', bits: '1001' },
    { of: 'pin', bits: '0001' },
  ])
  expect(device.benchLog).toEqual([
    ['card.accepted', { type: 'UID/CSN', bits: 26 }],
    ['keypad.entered', { keys: 4 }],
  ])
})

test('the inputs of the device drive its light and beeper, as the I/O ports are set up (READER-14)', async () => {
  const { device } = await openRig()
  const wire = (...contacts: number[]) => {
    device.receive({ type: 'world', world: { ...PLAIN_WORLD, contacts } })
    return frontOf(device)
  }
  const { WiegandConfiguration: wiegand } = device.cardReader.get()
  device.cardReader.update({
    WiegandConfiguration: {
      ...wiegand,
      nbrOfLEDPins: 1,
      LED1Pin: 'I2',
      beeper: true,
      beeperPin: 'I1',
      LEDColor0: 'Red',
      LEDColor1: 'Green',
    },
  })
  const idle = frontOf(device)
  expect(wire(2)).toMatchObject({ colour: idle?.colour === 'Red' ? 'Green' : 'Red' })
  device.parameters.set({ 'root.IOPort.I1.Input.Trig': 'closed' })
  expect(frontOf(device)).toMatchObject({ colour: 'Green' })
  device.parameters.set({ 'root.IOPort.I1.Input.Trig': 'open' })
  expect(frontOf(device)).toMatchObject({ colour: 'Red', lines: [{ port: 2, closed: true }, {}] })
  device.parameters.set({ 'root.IOPort.I0.Input.Trig': 'closed' })
  expect(wire(1, 2)).toMatchObject({ beeps: true })
  expect(wire(2)).toMatchObject({ beeps: false })
  device.parameters.set({ 'root.IOPort.I1.Direction': 'output' })
  expect(frontOf(device)).toMatchObject({ colour: 'Red', lines: [{ line: 'beeper', port: 1 }] })
})

test('with PINs switched off, keys are no PIN', async () => {
  const { device } = await openRig()
  device.cardReader.update({ PinConfiguration: { pinLength: 0, pinTimeout: 10 } })
  for (const key of ['7', '3', '#'] as const) device.receive({ type: 'pressed', key })
  expect(frontOf(device)?.onWire).toEqual([])
})

test('the settings decide from their change on', async () => {
  const { device, present, light } = await openRig()
  const { WiegandConfiguration: wiegand } = device.cardReader.get()
  device.cardReader.update({
    WiegandConfiguration: { ...wiegand, nbrOfLEDPins: 1, LED1Pin: 'I2', LEDColor1: 'Blue' },
  })
  expect(await light()).toBe("The reader's protocol is not OSDP.")
  expect(frontOf(device)).toMatchObject({ colour: 'Red', lines: [{ port: 2, closed: false }] })
  device.cardReader.update({ Protocol: 'OSDP', CardTypes: ['MIFARE_DESFire'] })
  expect(await present()).toBeUndefined()
  expect(device.benchLog.at(-1)).toEqual(['card.refused', { problem: 'type', name: '' }])
  expect(frontOf(device)).toMatchObject({ protocol: 'OSDP', onWire: [] })
})

test('a product without a reader has none', async () => {
  const { device, present, light } = await openRig('C1410')
  expect(device.reader).toBeUndefined()
  expect(frontOf(device)).toBeUndefined()
  expect(await present()).toBe('The device has no card reader.')
  expect(await light()).toBe('The device has no card reader.')
})
