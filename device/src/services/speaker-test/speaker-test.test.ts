import { productCalled } from '@lintel/contract/products/products'
import type { ParameterChanges } from '@lintel/contract/parameters/all'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import type { World } from '@lintel/contract/wire'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { RUN_MS } from '../../engines/speaker/speaker.ts'
import { servicesOf } from '../services.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { speakerTestService } from './speaker-test.ts'

const PATH = '/vapix/axast'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([speakerTestService], undefined, productCalled('C1310-E'))
  onTestFinished(() => device.close())
  device.makeAccounts()
})

const action = async (operation: string, as = 'root') => {
  const body = JSON.stringify({ [`axast:${operation}`]: {} })
  const answer = await device.fetch(PATH, { method: 'POST', body, as })
  return [answer.status, await answer.text()] as const
}
const calibrate = () => action('CalibrateSpeakerTest')
const perform = () => action('PerformSpeakerTest')
const report = async () => {
  const [status, text] = await action('GetSpeakerTestReport')
  expect(status).toBe(200)
  return Object.values((JSON.parse(text) as { SpeakerTestReport: object }).SpeakerTestReport)
}
const world = (part: Partial<World>) =>
  device.receive({ type: 'world', world: { ...PLAIN_WORLD, ...part } })
const passes = (ms = RUN_MS) => device.clock.advance(ms)
const results = () => {
  const all: unknown[] = []
  device.events.subscribe(({ topic, source, data }) => {
    if (topic === 'Device/SpeakerTest/TestResult') all.push([source, data['SpeakerTestStatus']])
  })
  return all
}
const fault = (code: string, reason: string) =>
  `{"Fault":"env:Receiver","FaultCode":"ter:Action","FaultSubCode":"${code}","FaultReason":"${reason}","FaultMsg":null}`

const DONE = [200, '{}']
const AT = (seconds: number) =>
  new Date(Date.UTC(2026, 10, 20, 13, 7, 32) + seconds * 1000).toISOString().replace('.000', '')

async function calibrated(): Promise<void> {
  expect(await calibrate()).toEqual(DONE)
  await passes()
}

test('the report has the documented form and begins without a calibration (DEVICE-114, SPEAKER-07)', async () => {
  expect(await action('GetSpeakerTestReport')).toEqual([
    200,
    '{"SpeakerTestReport":{"SpeakerTestStatus":"Uncalibrated","TestTimestamp":"","CalibrationTimestamp":""}}',
  ])
})

test('a calibration and a test take a few seconds, and the report tells of both (DEVICE-115, DEVICE-116, SPEAKER-01)', async () => {
  const tested = results()
  expect(await calibrate()).toEqual(DONE)
  expect(await report()).toEqual(['Pending', '', ''])
  await passes(RUN_MS - 1)
  expect(await report()).toEqual(['Pending', '', ''])
  await passes(1)
  expect(await report()).toEqual(['Calibrated', '', AT(2)])
  expect(await perform()).toEqual(DONE)
  expect(await report()).toEqual(['Pending', '', AT(2)])
  expect(tested).toEqual([])
  await passes()
  expect(await report()).toEqual(['OK', AT(5), AT(2)])
  expect(tested).toEqual([[{ DeviceUUID: expect.stringMatching(/^[0-9a-f-]{36}$/) }, 'OK']])
  expect(device.benchLog.map(([id]) => id)).toEqual(['speaker.calibrated', 'speaker.passed'])
  await calibrate()
  expect(await report()).toEqual(['Pending', '', ''])
})

test.each(['muffled', 'unplugged', 'swapped'] as const)(
  'a %s loudspeaker fails its test, and passes when it is as it was (SPEAKER-03)',
  async (speaker) => {
    await calibrated()
    const tested = results()
    world({ speaker })
    await perform()
    await passes()
    expect(await report()).toEqual(['Failed', AT(5), AT(2)])
    world({ speaker: 'fitted' })
    await perform()
    await passes()
    expect((await report())[0]).toBe('OK')
    expect(tested.map((one) => (one as unknown[])[1])).toEqual(['Failed', 'OK'])
  },
)

test('what is unplugged in the middle of a test fails it, what is replaced in its place is calibrated (SPEAKER-01)', async () => {
  await calibrated()
  await perform()
  await passes(RUN_MS / 2)
  world({ speaker: 'unplugged' })
  await passes(RUN_MS / 2)
  expect((await report())[0]).toBe('Failed')
  world({ speaker: 'swapped' })
  await calibrated()
  await perform()
  await passes()
  expect((await report())[0]).toBe('OK')
})

test('a speaker that can’t be heard fails its calibration, which ends the one before (SPEAKER-02)', async () => {
  await calibrated()
  const tested = results()
  world({ speaker: 'unplugged' })
  await calibrated()
  expect(await report()).toEqual(['Failed', '', ''])
  expect(await perform()).toEqual([
    400,
    fault(
      'axast:DeviceNotCalibrated',
      'The Auto Speaker Test cannot be done without prior calibration.',
    ),
  ])
  expect(tested).toEqual([])
  expect(device.benchLog.at(-1)?.[0]).toBe('speaker.notHeard')
})

test('with the microphone disabled nothing can be tested, and what was known stays (SPEAKER-01, SPEAKER-03)', async () => {
  const refused = fault('axast:DisabledInHardware', 'The microphone is disabled in hardware.')
  world({ microphoneDisabled: true })
  expect(await report()).toEqual(['DisabledInHardware', '', ''])
  expect(await calibrate()).toEqual([400, refused])
  expect(await perform()).toEqual([400, refused])
  world({})
  expect((await report())[0]).toBe('Uncalibrated')
  await calibrated()
  await perform()
  world({ microphoneDisabled: true })
  expect(await report()).toEqual(['DisabledInHardware', '', AT(2)])
  await passes()
  world({})
  expect(await report()).toEqual(['Calibrated', '', AT(2)])
})

const failure = (reason: string) => [400, fault('ter:Failure', reason)]
const set = (values: ParameterChanges) => device.parameters.set(values)

test('only one measurement at a time', async () => {
  await calibrate()
  expect(await calibrate()).toEqual(failure('A calibration or test is going on.'))
  expect((await report())[0]).toBe('Pending')
  await passes()
  expect((await report())[0]).toBe('Calibrated')
})

const OUTPUT_OFF = failure('The output is off or muted.')
const MICROPHONE_OFF = failure('The microphone is off or muted.')

test.each<[ParameterChanges, unknown]>([
  [{ 'root.AudioSource.A0.OutputGain': 'mute' }, OUTPUT_OFF],
  [{ 'root.AudioSource.A0.InputGain': 'mute' }, MICROPHONE_OFF],
  [{ 'root.Audio.DuplexMode': 'get' }, OUTPUT_OFF],
  [{ 'root.Audio.DuplexMode': 'post' }, MICROPHONE_OFF],
  [{ 'root.Audio.A0.Enabled': false }, OUTPUT_OFF],
])('nothing is measured with %j', async (values, refused) => {
  set(values)
  expect(await calibrate()).toEqual(refused)
  expect((await report())[0]).toBe('Uncalibrated')
})

test('another gain changes no result, but what nobody can hear fails', async () => {
  await calibrated()
  const tested = async (output: string, input: string) => {
    set({ 'root.AudioSource.A0.OutputGain': output, 'root.AudioSource.A0.InputGain': input })
    await perform()
    await passes()
    return (await report())[0]
  }
  expect(await tested('-20', '6')).toBe('OK')
  // The sweep is softer there, so that it isn't cut off.
  expect(await tested('24', '12')).toBe('OK')
  expect(await tested('-72', '0')).toBe('Failed')
})

test('a gain that is changed in the middle ends the run, and the report says so', async () => {
  await calibrated()
  await perform()
  await passes(1000)
  set({ 'root.AudioSource.A0.AlarmLevel': 40 })
  expect((await report())[0]).toBe('Pending')
  set({ 'root.AudioSource.A0.OutputGain': '-20' })
  expect(await report()).toEqual(['InternalError', '', AT(2)])
  expect(device.sound?.level('output').rms).toBe(-Infinity)
  await passes()
  await perform()
  await passes()
  expect((await report())[0]).toBe('OK')
})

test('what people and clips do meanwhile is heard too, and drowns the sweep if it is loud', async () => {
  await calibrated()
  const around = async (level: number) => {
    device.sound?.speak({ kind: 'tone', hertz: 440, level })
    await perform()
    await passes()
    return (await report())[0]
  }
  expect(await around(0.05)).toBe('OK')
  expect(await around(1)).toBe('Failed')
  expect(await around(0)).toBe('OK')
  // Noise from the loudspeaker itself, as loud as it can be.
  const unmix = device.sound?.mix((into) => {
    for (let index = 0; index < into.length; index += 1) into[index] = index % 7 < 3 ? 1 : -1
  })
  await perform()
  await passes()
  expect((await report())[0]).toBe('Failed')
  unmix?.()
})

test('a result that can’t be stored is an internal error, until the next measurement', async () => {
  await calibrated()
  await perform()
  device.fillDisk(true)
  await passes()
  expect(await report()).toEqual(['InternalError', '', AT(2)])
  device.fillDisk(false)
  await perform()
  await passes()
  expect((await report())[0]).toBe('OK')
})

test('a restored snapshot ends a measurement, as a power cut does: nothing of it is stored', async () => {
  await calibrated()
  const snapshot = `${device.plugged.dataFolder}/snapshot.db`
  device.database.save(snapshot)
  await perform()
  device.database.restore(snapshot)
  await device.speaker?.stateRestored?.()
  expect(await report()).toEqual(['Calibrated', '', AT(2)])
  await passes()
  expect(await report()).toEqual(['Calibrated', '', AT(2)])
})

test('the sweep can be heard and metered while it is played, and not after a run that is ended', async () => {
  const heard = async (ms: number) => {
    await passes(ms)
    return Math.round(device.sound?.level('output').peak ?? Number.NaN)
  }
  await calibrate()
  expect(await heard(400)).toBe(-Infinity)
  expect(await heard(600)).toBe(-12)
  expect(await heard(1500)).toBe(-Infinity)
  set({ 'root.AudioSource.A0.OutputGain': '-20' })
  await calibrate()
  expect(await heard(1000)).toBe(-32)
  await passes(1500)
  set({ 'root.AudioSource.A0.OutputGain': '24' })
  await calibrate()
  expect(await heard(1000)).toBeCloseTo(0)
  await passes(1500)
  await perform()
  await passes(1000)
  world({ microphoneDisabled: true })
  expect(await heard(400)).toBe(-Infinity)
})

test('until a run has ended, the stored result is that of the one before', async () => {
  const stored = () =>
    device.database.get("SELECT value FROM records WHERE name = 'speakerCalibration'")?.['value']
  await calibrated()
  const before = stored()
  expect(before).toContain('"status":"Calibrated"')
  await perform()
  await passes(RUN_MS - 1)
  expect(stored()).toBe(before)
  await passes(1)
  expect(stored()).toContain('"status":"OK"')
})

test('consoles and the bench hear of every state', async () => {
  const areas: unknown[] = []
  device.events.subscribe(({ data }) => data['Area'] && areas.push(data['Area']))
  await calibrated()
  device.speaker?.forget()
  expect(areas).toEqual(['audio', 'audio', 'audio'])
  const told = device.sent.flatMap((one) =>
    one.type === 'speaker' ? [[one.status, one.calibrated]] : [],
  )
  expect(told).toEqual([
    ['Uncalibrated', ''],
    ['Pending', ''],
    ['Calibrated', AT(2)],
    ['Uncalibrated', ''],
  ])
})

test('the bench calibrates at once, and not what nobody hears', async () => {
  device.speaker?.calibrateAtOnce()
  expect(await report()).toEqual(['Calibrated', '', AT(0)])
  world({ speaker: 'unplugged' })
  expect(() => device.speaker?.calibrateAtOnce()).toThrow('hears nothing')
  expect(await report()).toEqual(['Calibrated', '', AT(0)])
})

test('only administrators calibrate and test', async () => {
  for (const operation of ['CalibrateSpeakerTest', 'PerformSpeakerTest', 'GetSpeakerTestReport']) {
    expect((await action(operation, 'oper'))[0]).toBe(403)
  }
  expect((await report())[0]).toBe('Uncalibrated')
})

test('products that can’t hear their own loudspeaker have no test and say so (OPEN-102)', async () => {
  const { get } = device.parameters
  expect(get('root.Properties.API.SpeakerTest.AutomaticTest')).toBe(true)
  expect(get('root.Properties.API.SpeakerTest.Version')).toBe('1.0')
  expect(servicesOf(productCalled('C1310-E'))).toContain(speakerTestService)
  const without = productCalled('A1601')
  expect(servicesOf(without)).not.toContain(speakerTestService)
  const controller = await openTestDevice([], undefined, without)
  onTestFinished(() => controller.close())
  expect(controller.speaker).toBeUndefined()
  expect(controller.parameters.get('root.Properties.API.SpeakerTest.AutomaticTest')).toBe(false)
})
