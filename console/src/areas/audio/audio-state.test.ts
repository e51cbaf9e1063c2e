import { ENCODERS } from '@lintel/contract/audio-encoders'
import { decodeDefinitions, encodeDefinitions } from '@lintel/contract/parameter-definitions'
import { expect, test } from 'vitest'
import { audioParameters, audioStateOf } from './audio-state.ts'
import { duplexWarning, isOff, isUnused } from './duplex.ts'
import { encodingKey, encodingLabel, encodingOptions, encodingsIn } from './encodings.ts'
import { gainRange, stepOf } from './gains.ts'
import { DOORSTATION, definitionsOf } from './testing/fake-audio.ts'

const stateOf = (more: Record<string, string> = {}) => {
  const parameters = { ...DOORSTATION, ...more }
  const definitions = decodeDefinitions(encodeDefinitions(definitionsOf(parameters)))
  return audioStateOf(new Map(Object.entries(parameters)), definitions)
}

test('the settings are those of the device, with the values that its definitions allow (AUDIO-05, AUDIO-14)', () => {
  const state = stateOf()
  expect(state.values).toEqual({
    enabled: true,
    duplexMode: 'full',
    duplexModeChannels: '1',
    outputGain: '-6',
    lineOutGain: 'inherit',
    telecoilOutGain: 'inherit',
    inputGain: '1.5',
    source: 'internal',
    microphonePower: false,
    noiseCancellation: true,
    echoCancellation: false,
    nbrOfChannels: '1',
    encoding: 'aac 16000 32000',
  })
  expect(state.gains.outputGain).toEqual({
    steps: ['-12', '-6', '0', '6'],
    mute: true,
    inherit: false,
  })
  expect(state.gains.lineOutGain.inherit).toBe(true)
  expect(state.gains.inputGain.steps).toEqual(['-1.5', '0', '1.5'])
  expect(state.duplexModes).toEqual(['full', 'half', 'get', 'post'])
  expect(state.inputTypes).toEqual(['internal', 'mic', 'line'])
  expect(state.channels).toEqual({ nbrOfChannels: ['1', '2'], duplexModeChannels: ['1', '2'] })
  expect(state.speakerAutomaticTest).toBe(true)
})

test('without definitions a device keeps what is set, and offers what its properties name', () => {
  const parameters = new Map(Object.entries(DOORSTATION))
  const state = audioStateOf(parameters, undefined)
  expect(state.gains.outputGain).toEqual({ steps: ['-6'], mute: false, inherit: false })
  expect(state.gains.lineOutGain).toEqual({ steps: [], mute: false, inherit: true })
  expect(state.inputTypes).toEqual(['internal', 'mic'])
  expect(state.duplexModes).toEqual(['full', 'half', 'post', 'get'])
  expect(state.channels).toEqual({ nbrOfChannels: ['1'], duplexModeChannels: ['1'] })
})

test('values that the definitions do not have stay as they are, and can be chosen again', () => {
  const state = stateOf({
    'root.Audio.DuplexMode': 'off',
    'root.AudioSource.A0.InputType': 'bluetooth',
    'root.AudioSource.A0.OutputGain': '-7.5',
    'root.AudioSource.A0.InputGain': 'auto',
    'root.AudioSource.A0.NbrOfChannels': '4',
  })
  expect(state.values).toMatchObject({ duplexMode: 'off', source: 'bluetooth', inputGain: 'auto' })
  expect(state.duplexModes).toEqual(['full', 'half', 'get', 'post', 'off'])
  expect(state.inputTypes).toEqual(['internal', 'mic', 'line', 'bluetooth'])
  expect(state.gains.outputGain.steps).toEqual(['-12', '-7.5', '-6', '0', '6'])
  expect(state.gains.inputGain.steps).toEqual(['-1.5', '0', '1.5'])
  expect(state.channels.nbrOfChannels).toEqual(['1', '2', '4'])
  expect(audioParameters({ duplexMode: 'off' })).toEqual({ 'root.Audio.DuplexMode': 'off' })
})

test('of channels without an end, eight are offered', () => {
  const parameters = new Map(Object.entries(DOORSTATION))
  const definitions = definitionsOf(DOORSTATION)
  for (const one of definitions.parameters) {
    if (one.type.kind === 'int') one.type = { kind: 'int', min: 0, max: 100 }
  }
  expect(audioStateOf(parameters, definitions).channels.nbrOfChannels).toEqual(
    Array.from({ length: 8 }, (_, at) => String(at + 1)),
  )
})

test('an encoding is shown if the device has all of it, the speaker test unless it says no', () => {
  const parameters = new Map(Object.entries(DOORSTATION))
  expect(audioStateOf(parameters, undefined).present.has('encoding')).toBe(true)
  parameters.delete('root.AudioSource.A0.BitRate')
  expect(audioStateOf(parameters, undefined).present.has('encoding')).toBe(false)
  const named = 'root.Properties.API.SpeakerTest.AutomaticTest'
  expect(audioStateOf(parameters, undefined).speakerAutomaticTest).toBe(true)
  expect(audioStateOf(parameters.set(named, 'no'), undefined).speakerAutomaticTest).toBe(false)
})

test('a device without sound has none of the settings', () => {
  const none = new Map([['root.Properties.Audio.Audio', 'no']])
  expect(audioStateOf(none, undefined).present.size).toBe(0)
  const speaker = new Map([['root.AudioSource.A0.OutputGain', '0']])
  expect([...audioStateOf(speaker, undefined).present]).toEqual(['outputGain'])
})

test('an encoding is written as its three parameters, other settings as their one', () => {
  expect(audioParameters({ encoding: 'opus 48000 96000', microphonePower: true })).toEqual({
    'root.AudioSource.A0.MicrophonePower': 'yes',
    'root.AudioSource.A0.AudioEncoding': 'opus',
    'root.AudioSource.A0.SampleRate': '48000',
    'root.AudioSource.A0.BitRate': '96000',
  })
  expect(audioParameters({ nbrOfChannels: '2', inputGain: 'mute' })).toEqual({
    'root.AudioSource.A0.NbrOfChannels': '2',
    'root.AudioSource.A0.InputGain': 'mute',
  })
})

/** The values of a text instead of its words. */
const text: Parameters<typeof encodingLabel>[1] = (_, values = {}) =>
  Object.values(values).join(' ')

test('every encoding of the device is a choice, and so is one that it offers no more (AUDIO-10)', () => {
  const offered = encodingsIn({ aac: ENCODERS.aac.slice(0, 1), x9: ENCODERS.g711 })
  expect(offered.map(encodingKey)).toEqual([
    'aac 8000 8000',
    'aac 8000 16000',
    'aac 8000 32000',
    'x9 8000 64000',
  ])
  expect(offered.map((encoding) => encodingLabel(encoding, text)).slice(2)).toEqual([
    'AAC 8 32',
    'X9 8 64',
  ])
  const values = (now: string) => encodingOptions(offered, now, text).map(({ value }) => value)
  expect(values('x9 8000 64000')).toHaveLength(4)
  expect(values('g726 8000 24000')[0]).toBe('g726 8000 24000')
  expect(encodingLabel({ codec: 'opus', sampleRate: 22_050, bitRate: 500 }, text)).toBe(
    'Opus 22.05 0.5',
  )
})

test('a slider stands at the nearest step, at 0 dB for what is no number (AUDIO-07, AUDIO-08)', () => {
  const range = gainRange(['mute', '0', '-12', 'inherit', '12', '6', '-6', ''])
  expect(range).toEqual({ steps: ['-12', '-6', '0', '6', '12'], mute: true, inherit: true })
  expect(
    ['-12', '-7', '6', '99', 'mute', 'inherit', ''].map((gain) => stepOf(range, gain)),
  ).toEqual([0, 1, 3, 4, 2, 2, 2])
  expect(stepOf(gainRange([]), '0')).toBe(0)
})

test.each([
  ['full', {}, false],
  ['full', { inputGain: 'mute' }, true],
  ['half', { outputGain: 'mute' }, true],
  // The line output follows the output gain only while it inherits it.
  ['half', { outputGain: 'mute', lineOutGain: '-6' }, false],
  ['post', { inputGain: 'mute' }, false],
  ['post', { outputGain: 'mute' }, true],
  ['get', { outputGain: 'mute' }, false],
  ['get', { inputGain: 'mute' }, true],
  // Of a mode that only other firmware has, nobody knows what it needs.
  ['off', { inputGain: 'mute', outputGain: 'mute' }, false],
  ['full', { inputGain: 'mute', enabled: false }, false],
] as const)('%s with %j is warned of: %s (AUDIO-06, AUDIO-15)', (duplexMode, more, warned) => {
  const warning = duplexWarning({ duplexMode, ...more }, stateOf())
  expect(warning?.id).toBe(warned ? 'audio.warningOutput' : undefined)
})

test('a mode that needs a missing part is warned of, and one that does not use it leaves it silent (AUDIO-15)', () => {
  const { values } = stateOf()
  const present = new Set(['outputGain'] as const)
  expect(duplexWarning({ duplexMode: 'full' }, { values, present })?.id).toBe('audio.warningOutput')
  expect(duplexWarning({ duplexMode: 'post' }, { values, present })).toBeUndefined()
  expect(duplexWarning({ duplexMode: 'full' }, { values, present }, ['output'])).toBeUndefined()
  expect([
    isUnused('output', { duplexMode: 'get' }),
    isUnused('input', { duplexMode: 'get' }),
    isUnused('input', { duplexMode: 'off' }),
  ]).toEqual([true, false, false])
  expect([isOff(stateOf()), isOff(stateOf({ 'root.Audio.A0.Enabled': 'no' }))]).toEqual([
    false,
    true,
  ])
  // Older firmware has no switch.
  expect(isOff({ values: { ...values, enabled: false }, present })).toBe(false)
})
