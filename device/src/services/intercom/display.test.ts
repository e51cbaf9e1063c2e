import { TOPICS } from '@lintel/contract/events'
import { productCalled } from '@lintel/contract/products/products'
import type { DisplayContent } from '@lintel/contract/shown'
import { createCanvas } from '@napi-rs/canvas'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { intercomService } from './intercom.ts'

const canvas = createCanvas(8, 6)
const PNG = canvas.toBuffer('image/png')
const JPEG = canvas.toBuffer('image/jpeg')

async function openDevice(number = 'A8307-E') {
  const device = await openTestDevice([intercomService], undefined, productCalled(number))
  onTestFinished(() => device.close())
  device.makeAccounts()
  return device
}

const ask = (device: TestDevice, operation: string, body: object, headers = {}) =>
  device.fetch('/vapix/axdsapi', {
    as: 'root',
    method: 'POST',
    headers,
    body: JSON.stringify({ [`axdsapi:${operation}`]: body }),
  })

async function read(device: TestDevice) {
  const answer = await ask(device, 'GetConfiguration', {})
  const { Configuration } = (await answer.json()) as {
    Configuration: { PresenceTimeout: number; DisplayConfiguration?: Record<string, unknown> }
  }
  return { ...Configuration, tag: answer.headers.get('etag') ?? '' }
}

const display = async (device: TestDevice) => (await read(device)).DisplayConfiguration

const update = (device: TestDevice, DisplayConfiguration: object, headers = {}) =>
  ask(device, 'UpdateConfiguration', { Configuration: { DisplayConfiguration } }, headers)

const shown = (device: TestDevice): DisplayContent | undefined =>
  device.sent.flatMap((message) => (message.type === 'display' ? [message.display] : [])).at(-1)

const PATH = '/vapix/axdsapi/Configuration/DisplayConfiguration/welcomeImage'

function upload(device: TestDevice, bytes: Uint8Array) {
  const form = new FormData()
  form.append('imageFile_Content', new Blob([Uint8Array.from(bytes)]), 'logo.png')
  return device.fetch(PATH, { as: 'root', method: 'POST', body: form })
}

test('the settings of the display are read, and a change keeps what it leaves out (DISPLAY-05, DISPLAY-20)', async () => {
  const device = await openDevice()
  expect(await display(device)).toEqual({
    selectedLanguage: 'English',
    supportedLanguages: ['English', 'Spanish', 'German', 'Italian', 'French'],
    showWelcomeImage: false,
    showFindContact: true,
    showKeypadLink: false,
    welcomeTitle: '',
    welcomeSubTitle: '',
    receptionCallGroup: '',
    welcomeImage: '',
  })
  expect((await read(device)).PresenceTimeout).toBe(60)
  expect((await update(device, { welcomeTitle: ' Hello ' })).status).toBe(200)
  expect((await update(device, { selectedLanguage: 'French' })).status).toBe(200)
  expect(await display(device)).toMatchObject({ welcomeTitle: 'Hello', selectedLanguage: 'French' })
  expect(shown(device)).toMatchObject({ title: 'Hello', language: 'fr' })
  // What was read can be written back, and other settings don't touch it.
  expect((await update(device, { ...(await display(device)) })).status).toBe(200)
  await ask(device, 'UpdateConfiguration', { Configuration: { PresenceTimeout: 30 } })
  expect(await display(device)).toMatchObject({ welcomeTitle: 'Hello', selectedLanguage: 'French' })
  await ask(device, 'SetConfiguration', { Configuration: {} })
  expect(await display(device)).toMatchObject({ welcomeTitle: '', selectedLanguage: 'English' })
})

test('until somebody chooses a language, the display has that of the device', async () => {
  const device = await openDevice()
  device.parameters.set({ 'root.Properties.System.Language': 'German' })
  expect(await display(device)).toMatchObject({ selectedLanguage: 'German' })
})

test('settings that the display can not have are refused, and nothing is stored', async () => {
  const device = await openDevice()
  for (const wrong of [
    { selectedLanguage: 'Klingon' },
    { welcomeTitle: 'x'.repeat(65) },
    { welcomeSubTitle: 'two\nlines' },
    { showFindContact: 'yes' },
    { receptionCallGroup: 'nobody' },
    { brightness: 5 },
  ]) {
    const answer = await update(device, { showKeypadLink: true, ...wrong })
    expect([wrong, answer.status]).toEqual([wrong, 400])
  }
  expect(await display(device)).toMatchObject({ showKeypadLink: false })
})

test('only a call group can be the reception, and one that is gone is none', async () => {
  const device = await openDevice()
  const { phonebook } = device
  phonebook.set([{ id: 'desk', type: 'Rule', label: 'Desk' }], () => {})
  phonebook.set([{ id: 'ada', type: 'Person', firstName: 'Ada' }], () => {})
  expect((await update(device, { receptionCallGroup: 'ada' })).status).toBe(400)
  expect((await update(device, { receptionCallGroup: 'desk' })).status).toBe(200)
  expect(await display(device)).toMatchObject({ receptionCallGroup: 'desk' })
  expect(shown(device)?.buttons?.[0]).toMatchObject({ id: 'desk', kind: 'reception' })
  phonebook.remove(['desk'])
  expect(await display(device)).toMatchObject({ receptionCallGroup: '' })
  phonebook.set([{ id: 'desk', type: 'Person', firstName: 'Desk' }], () => {})
  expect(await display(device)).toMatchObject({ receptionCallGroup: '' })
})

test('a change that was made meanwhile is not overwritten, a new image included', async () => {
  const device = await openDevice()
  const { tag } = await read(device)
  expect((await upload(device, PNG)).status).toBe(200)
  const late = await update(device, { welcomeTitle: 'Late' }, { 'if-match': tag })
  expect(late.status).toBe(412)
  expect(await display(device)).toMatchObject({ welcomeTitle: '' })
})

test('a welcome image is stored, returned under an address of its own, and removed (DEVICE-71, DEVICE-72)', async () => {
  const device = await openDevice()
  const areas: unknown[] = []
  device.events.subscribe(({ topic, data }) => {
    if (topic === TOPICS.changed) areas.push(data['Area'])
  })
  await update(device, { showWelcomeImage: true })
  expect((await device.fetch(PATH, { as: 'root' })).status).toBe(404)
  const { image } = (await (await upload(device, PNG)).json()) as { image: string }
  expect(await display(device)).toMatchObject({ welcomeImage: image })
  const stored = await device.fetch(image, { as: 'root' })
  expect(stored.headers.get('content-type')).toBe('image/png')
  const headers = { 'if-none-match': stored.headers.get('etag') ?? '' }
  expect((await device.fetch(image, { as: 'root', headers })).status).toBe(304)
  expect(new Uint8Array(await stored.arrayBuffer())).toEqual(new Uint8Array(PNG))
  const hash = shown(device)?.image
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  const other = (await (await upload(device, JPEG)).json()) as { image: string }
  expect(other.image).not.toBe(image)
  expect(shown(device)?.image).not.toBe(hash)
  expect(areas).toEqual(['intercom', 'intercom', 'intercom'])
  const removed = await device.fetch(PATH, { as: 'root', method: 'DELETE' })
  expect([removed.status, await removed.json()]).toEqual([200, {}])
  expect(await display(device)).toMatchObject({ welcomeImage: '' })
  expect(shown(device)?.image).toBeUndefined()
})

test('what is no image is refused by its content, and the one before stays (DISPLAY-19)', async () => {
  const device = await openDevice()
  await upload(device, PNG)
  const before = await display(device)
  const large = Buffer.alloc(20_971_521)
  PNG.copy(large)
  for (const [bytes, status] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400],
    [PNG.subarray(0, 40), 400],
    [Buffer.alloc(0), 400],
    [large, 413],
  ] as const) {
    expect([bytes.length, (await upload(device, Buffer.from(bytes))).status]).toEqual([
      bytes.length,
      status,
    ])
  }
  device.fillDisk(true)
  expect((await upload(device, JPEG)).status).not.toBe(200)
  device.fillDisk(false)
  expect(await display(device)).toEqual(before)
})

test('the keypad on the display is for PINs only, also where the keypad below it dials (DISPLAY-03, OPEN-107)', async () => {
  const device = await openDevice()
  const person = { id: 'ada', type: 'Person' as const, firstName: 'Ada' }
  device.phonebook.set([{ ...person, keyTrigger: '1234' }], () => {})
  device.phonebook.set([{ id: 'bob', type: 'Person', keyTrigger: '98765' }], () => {})
  await update(device, { showKeypadLink: true })
  const type = (keys: string) => {
    for (const key of keys) device.receive({ type: 'pressed', key: key as '1' })
  }
  type('1234')
  expect(device.benchLog.at(-1)?.[0]).not.toBe('keypad.entered')
  const dialled = () => device.benchLog.filter(([id]) => id === 'keypad.dialled').length
  expect(dialled()).toBe(1)
  device.receive({ type: 'touched', button: '#keypad' })
  type('1234')
  expect(device.benchLog.at(-1)).toEqual(['keypad.entered', { keys: 4 }])
  // A longer speed dial doesn't hold up a PIN.
  type('9876')
  expect(device.benchLog.at(-1)).toEqual(['keypad.entered', { keys: 4 }])
  expect([dialled(), shown(device)?.keys]).toEqual([1, 0])
})

test('products without a display have no such settings and no such calls', async () => {
  const device = await openDevice('A8207-VE')
  expect(await display(device)).toBeUndefined()
  expect((await update(device, { welcomeTitle: 'Hello' })).status).toBe(400)
  expect((await device.fetch(PATH, { as: 'root' })).status).toBe(404)
  expect((await upload(device, PNG)).status).toBe(404)
  expect(device.welcomeImage.describe()).toBeUndefined()
})

test('while the device is too warm, the sleep is read as 5 s and stays stored (OPEN-106, HEAT-06)', async () => {
  const device = await openDevice()
  await ask(device, 'UpdateConfiguration', { Configuration: { PresenceTimeout: 30 } })
  const heat = (HeatState: string) =>
    device.events.publish({ topic: TOPICS.doorStationHeat, source: {}, data: { HeatState } })
  heat('Warning')
  expect((await read(device)).PresenceTimeout).toBe(5)
  await update(device, { welcomeTitle: 'Hello' })
  heat('Normal')
  expect((await read(device)).PresenceTimeout).toBe(30)
})
