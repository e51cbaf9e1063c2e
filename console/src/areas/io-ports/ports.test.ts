import { expect, test } from 'vitest'
import { noteOf } from './live-view.ts'
import { circuitOf, portsIn, pressOf } from './ports.ts'
import type { IoPort } from './ports.ts'

const parameters = (ports: Record<string, Record<string, string>>) =>
  new Map<string, string>(
    Object.entries(ports).flatMap(([id, values]) =>
      Object.entries(values).map(([name, value]) => [`root.IOPort.${id}.${name}`, value] as const),
    ),
  )

const RELAY = {
  Configurable: 'no',
  Direction: 'output',
  Usage: 'Gate',
  'Input.Name': 'Input 11',
  'Input.Trig': 'closed',
  'Output.Active': 'open',
  'Output.Button': 'pulse',
  'Output.DelayTime': '250',
  'Output.Mode': 'monostable',
  'Output.Name': 'Strike',
  'Output.PulseTime': '3000',
}

test('a port is read from its parameters (IO-04, IO-13, IO-14)', () => {
  expect(portsIn(parameters({ I10: RELAY }))).toEqual([
    {
      id: 'I10',
      number: 11,
      name: 'Strike',
      direction: 'output',
      normalState: 'closed',
      usage: 'Gate',
      configurable: false,
      relayNbr: 1,
      activeStateOfOutput: 'open',
      whenToTrig: 'closed',
      button: 'pulse',
      mode: 'monostable',
      delayTime: 250,
      pulseTime: 3000,
    },
  ])
})

test('ports are sorted by number, and relays have numbers of their own (IO-05, OPEN-45)', () => {
  const input = { ...RELAY, Configurable: 'yes', Direction: 'input' }
  const ports = portsIn(parameters({ I10: RELAY, I2: input, I9: RELAY }))
  expect(ports.map(({ number, relayNbr }) => [number, relayNbr])).toEqual([
    [3, undefined],
    [10, 1],
    [11, 2],
  ])
  expect(ports[0]).toMatchObject({ name: 'Input 11', normalState: 'open' })
})

test('parameters that older firmware lacks have defaults', () => {
  expect(portsIn(parameters({ I0: { Direction: 'input', Usage: 'Button' } }))).toMatchObject([
    { id: 'I0', name: '', configurable: false, button: 'none', mode: 'bistable', pulseTime: 0 },
  ])
  expect(portsIn(new Map<string, string>([['root.Input.NbrOfInputs', '1']]))).toEqual([])
})

const [port] = portsIn(parameters({ I10: RELAY })) as [IoPort]

test('the note of an output’s button counts from 0 (IO-06)', () => {
  expect(noteOf(1)).toEqual({ group: 'ACA', key: 'System.ShowOutputButton0' })
})

test('a port is active when its circuit is not in its normal state (OPEN-47)', () => {
  expect([circuitOf(port, true), circuitOf(port, false)]).toEqual(['open', 'closed'])
  const other = { ...port, normalState: 'open' } as const
  expect([circuitOf(other, true), circuitOf(other, false)]).toEqual(['closed', 'open'])
})

test.each([
  ['a pulse that the output ends', {}, false, { action: '11:/', active: true, pulse: 3000 }],
  [
    'a pulse of a bistable output',
    { mode: 'bistable' },
    true,
    { action: '11:/3000\\', active: true, pulse: 3000 },
  ],
  [
    'a pulse without a length',
    { pulseTime: 0 },
    false,
    { action: '11:/500\\', active: true, pulse: 500 },
  ],
  [
    'the pulse of a button that follows the mode',
    { button: 'none' },
    false,
    { action: '11:/', active: true, pulse: 3000 },
  ],
  ['on', { button: 'none', mode: 'bistable' }, false, { action: '11:/', active: true }],
  ['off', { button: 'actinact' }, true, { action: '11:\\', active: false }],
  [
    'on, of a monostable output',
    { button: 'actinact' },
    false,
    { action: '11:/', active: true, pulse: 3000 },
  ],
] as const)('one press sends %s', (_what, change, active, sent) => {
  expect(pressOf({ ...port, ...change }, active)).toEqual(sent)
})
