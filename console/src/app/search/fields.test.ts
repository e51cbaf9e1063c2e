/** Fields that have a result of their own, and what a device lacks. */
import { LANGUAGES } from '@lintel/contract/languages'
import { expect, test } from 'vitest'
import { doorstation, messagesIn, resultsOf, search } from './testing/search.ts'

/** Two ports of a device: an input, and the relay of its door. */
const PORTS = [
  ['root.Input.NbrOfInputs', '1'],
  ['root.Output.NbrOfOutputs', '1'],
  ['root.IOPort.I0.Direction', 'input'],
  ['root.IOPort.I0.Configurable', 'yes'],
  ['root.IOPort.I0.Input.Name', 'Gate contact'],
  ['root.IOPort.I1.Direction', 'output'],
  ['root.IOPort.I1.Output.Name', 'Front door'],
  ['root.IOPort.I1.Configurable', 'no'],
] as const

const CAMERA = [
  ['root.Image.I0.Appearance.Resolution', '1280x720'],
  ['root.Image.I0.Stream.FPS', '15'],
  ['root.Image.I0.Text.TextEnabled', 'no'],
  ['root.ImageSource.I0.Sensor.PowerLineFrequency', '50Hz'],
] as const

const station = new Map([
  ...doorstation('A8207-VE'),
  ...PORTS,
  ...CAMERA,
  ['root.Storage.S0.DiskID', 'SD_DISK'],
])
const controller = new Map([['root.Brand.ProdType', 'Network Door Controller'], ...PORTS])

const shown = (query: string, parameters = station, language = 'en') =>
  resultsOf(query, { parameters, language }).map((result) =>
    'act' in result ? result.title : `${result.title} – ${result.place ?? ''}`,
  )

test.each([
  ['delay', ['Delay – Front door']],
  ['pulse time', ['Pulse duration – Front door']],
  ['bistable', ['Mode – Front door']],
  ['normally closed', ['Normal state – Gate contact', 'Normal state – Front door']],
  ['normal state', ['Normal state – Gate contact', 'Normal state – Front door']],
  ['gate contact', ['Gate contact – I/O ports']],
])('%s is found in the form of each port that has it', (query, results) => {
  expect(shown(query).slice(0, results.length)).toEqual(results)
})

test('a field of a port leads to its place in the form, and only where the port has it', () => {
  expect(search('delay', { parameters: station })).toEqual(['#/ioPorts/edit/I1?field=delayTime'])
  expect(shown('button in the live view')).toEqual(['Show a button in the live view – Front door'])
  expect(shown('button in the live view', controller)).toEqual([])
  // The hardware fixes the direction of a relay.
  expect(shown('direction')).toContain('Direction – Gate contact')
  expect(shown('direction')).not.toContain('Direction – Front door')
  expect(search('delay', { parameters: station, as: 'operator' })).toEqual([])
  expect(search('delay', { parameters: new Map(doorstation('A8207-VE')) })).toEqual([])
})

test('without a card slot, the network share is on the first tab of the storage', () => {
  expect(search('server address', { parameters: controller })[0]).toBe('#/storage?field=host')
  expect(search('server address', { parameters: station })).not.toContain('#/storage?field=host')
})

test('the ports are found before what is only about them', () => {
  expect(search('relay', { parameters: station })[0]).toBe('#/ioPorts/relays')
  expect(search('relay', { parameters: controller })[0]).toBe('#/ioPorts/relays')
})

test.each(['mains', 'hertz', '50 hz', 'flicker', 'power line frequency'])(
  '%s leads to the power line frequency of the camera',
  (query) => {
    expect(search(query, { parameters: station })[0]).toBe('#/camera?field=frequency')
  },
)

test('the fields of the camera are found with its name, by those who may change them', () => {
  const camera = (query: string, as: 'admin' | 'operator' | 'viewer') =>
    search(query, { parameters: station, as })[0]
  expect(camera('camera resolution', 'operator')).toBe('#/camera?field=resolution')
  expect(camera('camera frames per second', 'admin')).toBe('#/camera?field=fps')
  expect(camera('fps', 'operator')).toBe('#/camera?field=fps')
  expect(camera('camera overlay', 'admin')).toBe('#/camera?field=overlay')
  expect(camera('hertz', 'operator')).toBeUndefined()
  expect(camera('resolution', 'viewer')).toBe('#/camera')
  const without = new Map(doorstation('A8207-VE'))
  expect(search('hertz', { parameters: without })).toEqual([])
})

test.each(LANGUAGES)(
  'the fields of the camera have the names that they have on its page, in $name',
  ({ code }) => {
    const ours = messagesIn(code)
    const theirs = pageMessages[`../../../../device-pages/messages/camera-settings/${code}.json`]
    const fields = Object.keys(ours).filter((id) => /^camera\.[a-zA-Z]+$/.test(id))
    const shared = fields.filter((id) => !['camera.search', 'camera.videoStreamError'].includes(id))
    expect(shared.length).toBeGreaterThan(10)
    for (const id of shared) expect(ours[id], id).toBe(theirs?.[id.replace('.', 'Settings.')])
  },
)

const pageMessages = import.meta.glob<Record<string, string>>(
  '../../../../device-pages/messages/camera-settings/*.json',
  { import: 'default', eager: true },
)

test('a page about what the device lacks is found by its name alone', () => {
  const of = (query: string) => search(query, { parameters: controller })
  for (const word of ['volume', 'microphone', 'mute', 'chime', 'noise', 'alarm level', 'keypad'])
    expect(
      of(word).filter((at) => /audio|detectors|config/.test(at)),
      word,
    ).toEqual([])
  expect(of('audio settings')[0]).toBe('#/audio')
  expect(of('audio clips')[0]).toBe('#/audioclips')
  expect(of('detectors')[0]).toBe('#/detectors')
  // A door station whose keypad can't be tried from here.
  const keypad = new Map(doorstation('A8307-E'))
  expect(search('keypad', { parameters: keypad })).not.toContain('#/config-check')
})

test.each([
  ['server address', '#/storage/network?field=host'],
  ['certificate', '#/certificates'],
  ['firmware', '#/maintenance/firmware'],
  ['timezone', '#/datetime/zone'],
  ['timezones', '#/datetime/zone'],
  ['user name', '#/users/add?field=name'],
  ['https', '#/network-security'],
  ['time', '#/datetime/zone'],
])('what is called %s comes before what it is a keyword of', (query, address) => {
  expect(search(query, { parameters: station })[0]).toBe(address)
})
