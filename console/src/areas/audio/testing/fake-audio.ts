import type { DefinitionType, ParameterDefinitions } from '@lintel/contract/parameter-definitions'
import { encodeDefinitions } from '@lintel/contract/parameter-definitions'
import { vi } from 'vitest'

/** The parameters of a doorstation with a line output and a telecoil. */
export const DOORSTATION: Readonly<Record<string, string>> = {
  'root.Audio.DuplexMode': 'full',
  'root.Audio.A0.Enabled': 'yes',
  'root.Audio.A0.NbrOfChannels': '1',
  'root.AudioSource.A0.AudioEncoding': 'aac',
  'root.AudioSource.A0.BitRate': '32000',
  'root.AudioSource.A0.EchoCancellation': 'no',
  'root.AudioSource.A0.InputGain': '1.5',
  'root.AudioSource.A0.InputType': 'internal',
  'root.AudioSource.A0.LineOutGain': 'inherit',
  'root.AudioSource.A0.MicrophonePower': 'no',
  'root.AudioSource.A0.NbrOfChannels': '1',
  'root.AudioSource.A0.NoiseCancellation': 'yes',
  'root.AudioSource.A0.OutputGain': '-6',
  'root.AudioSource.A0.SampleRate': '16000',
  'root.AudioSource.A0.TelecoilOutGain': 'inherit',
  'root.Properties.Audio.Audio': 'yes',
  'root.Properties.Audio.DuplexMode': 'full,half,post,get',
  'root.Properties.Audio.InputType': 'internal,mic',
}

const enumOf = (...values: string[]): DefinitionType => ({
  kind: 'enum',
  entries: values.map((value) => ({ value, niceValue: value })),
})

const TYPES: Readonly<Record<string, DefinitionType>> = {
  DuplexMode: enumOf('full', 'half', 'get', 'post'),
  InputGain: enumOf('mute', '-1.5', '0', '1.5'),
  InputType: enumOf('internal', 'mic', 'line'),
  OutputGain: enumOf('mute', '-12', '-6', '0', '6'),
  LineOutGain: enumOf('inherit', 'mute', '-12', '-6', '0', '6'),
  TelecoilOutGain: enumOf('inherit', 'mute', '-12', '-6', '0', '6'),
  NbrOfChannels: { kind: 'int', min: 1, max: 2 },
}

/** What the device tells about its parameters of audio. */
export const definitionsOf = (
  parameters: Readonly<Record<string, string>>,
): ParameterDefinitions => ({
  model: 'A8307-E',
  firmwareVersion: '9.80.3',
  origin: 'http://127.0.0.1',
  parameters: Object.entries(parameters)
    .filter(([name]) => !name.startsWith('root.Properties.'))
    .map(([name, value]) => ({
      name,
      value,
      securityLevel: '4444',
      niceName: name,
      type: TYPES[name.split('.').at(-1) ?? ''] ?? { kind: 'string', maxlen: 64 },
      marks: [],
    })),
})

const NEVER = { SpeakerTestStatus: 'Uncalibrated', TestTimestamp: '', CalibrationTimestamp: '' }

/** Stands for the device API in `fetch`. */
export function fakeAudio(more: Readonly<Record<string, string>> = {}) {
  const fake = {
    parameters: { ...DOORSTATION, ...more } as Record<string, string>,
    encoders: {
      aac: [{ sample_rate: 16_000, bit_rates: [32_000, 64_000] }],
      g711: [{ sample_rate: 8000, bit_rates: [64_000] }],
    },
    report: NEVER,
    /** What a calibration or test does. */
    onRun: (_operation: string) => {},
    /** Statuses with which calls are refused, by a part of their address or body. */
    refusals: {} as Record<string, number>,
    /** The parameters of each save. */
    updates: [] as Record<string, string>[],
    /** How often the report was read. */
    reads: 0,
    /** The calibrations and tests that were asked for. */
    runs: [] as string[],
    /** The streams of levels that are open. */
    streams: [] as ReadableStreamDefaultController<Uint8Array>[],
    opened: 0,
    /** What the last of them was asked for. */
    asked: '',
    /** Sends a line to every open stream. */
    send: (line: string) => {
      for (const stream of fake.streams) stream.enqueue(new TextEncoder().encode(line))
    },
  }

  function levels(query: string, signal: AbortSignal | undefined): Response {
    fake.opened += 1
    fake.asked = query
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        fake.streams.push(controller)
        signal?.addEventListener('abort', () => {
          fake.streams = fake.streams.filter((one) => one !== controller)
          controller.error(new DOMException('', 'AbortError'))
        })
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/html' } })
  }

  function parameterCall(query: URLSearchParams): Response {
    const { action, ...rest } = Object.fromEntries(query)
    if (action === 'update') {
      fake.updates.push(rest)
      Object.assign(fake.parameters, rest)
      return new Response('OK')
    }
    const groups = (rest['group'] ?? '').split(',')
    const has = (group: string) =>
      Object.keys(fake.parameters).some((name) => name.startsWith(`${group}.`))
    const absent = groups.find((group) => !has(group))
    if (action === 'listdefinitions')
      return new Response(
        absent === undefined
          ? encodeDefinitions(definitionsOf(fake.parameters))
          : `# Error: Error -1 getting param in group '${absent}'\n`,
      )
    const lines = Object.entries(fake.parameters)
      .filter(([name]) => groups.some((group) => name.startsWith(`${group}.`)))
      .map(([name, value]) => `${name}=${value}`)
    return new Response(`${lines.join('\n')}\n`)
  }

  function speakerCall(body: string): Response {
    const operation = Object.keys(JSON.parse(body) as object)[0]?.replace('axast:', '') ?? ''
    if (operation === 'GetSpeakerTestReport') {
      fake.reads += 1
      return Response.json({ SpeakerTestReport: fake.report })
    }
    fake.runs.push(operation)
    fake.onRun(operation)
    return Response.json({})
  }

  vi.stubGlobal(
    'fetch',
    (url: string, { body = '', signal }: { body?: string; signal?: AbortSignal }) => {
      const [path = '', query = ''] = url.split('?')
      const refused = Object.entries(fake.refusals).find(([part]) =>
        `${url} ${body}`.includes(part),
      )
      if (refused) {
        // Devices have a page at paths without a call.
        if (refused[1] === 404) return Promise.resolve(new Response('', { status: 404 }))
        const FaultMsg = 'The fault.'
        return Promise.resolve(Response.json({ FaultMsg }, { status: refused[1] }))
      }
      if (path.endsWith('level.cgi')) return Promise.resolve(levels(query, signal))
      if (path.endsWith('axast')) return Promise.resolve(speakerCall(body))
      if (path.endsWith('param.cgi')) {
        return Promise.resolve(parameterCall(new URLSearchParams(query || body)))
      }
      const { encoders } = fake
      return Promise.resolve(Response.json({ apiVersion: '1.0', data: { encoders } }))
    },
  )
  return fake
}
