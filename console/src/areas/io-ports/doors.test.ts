import { expect, test } from 'vitest'
import { doorsIn, openingOf, otherPortsIn } from './doors.ts'
import { hasDoors, hasOtherPorts } from './has-doors.ts'
import { portsIn } from './ports.ts'

/** The parameters of ports, by their own names. */
const ports = (...all: Record<string, string>[]) =>
  new Map(
    all.flatMap((port, index) =>
      Object.entries(port).map(([name, value]): [string, string] => [
        `root.IOPort.I${index}.${name}`,
        value,
      ]),
    ),
  )

const INPUT = { Configurable: 'yes', Direction: 'input', 'Input.Name': 'Bell' }
const OUTPUT = { Configurable: 'yes', Direction: 'output', 'Output.Name': 'Lamp' }
const RELAY = { Configurable: 'no', Direction: 'output', 'Output.Name': 'Front door' }
const STRIKE = { ...OUTPUT, 'Output.Mode': 'monostable', 'Output.PulseTime': '3000' }

test('relays and outputs with the pulse of a door strike are doors', () => {
  const parameters = ports(INPUT, OUTPUT, RELAY, STRIKE)
  expect(doorsIn(parameters).map(({ number }) => number)).toEqual([3, 4])
  expect(otherPortsIn(parameters).map(({ number }) => number)).toEqual([1, 2])
})

test('a pulse of less than a second opens no door', () => {
  expect(doorsIn(ports({ ...STRIKE, 'Output.PulseTime': '999' }))).toEqual([])
  expect(doorsIn(ports({ ...STRIKE, 'Output.PulseTime': '1000' }))).toHaveLength(1)
})

test.each([
  [RELAY, { action: String.raw`1:/5000\ `.trim(), open: 5000, delay: 0 }],
  [STRIKE, { action: '1:/', open: 3000, delay: 0 }],
  [
    { ...STRIKE, 'Output.DelayTime': '2000' },
    { action: '1:/', open: 3000, delay: 2000 },
  ],
])('%j is opened for as long as it is set, else for 5 s', (port, opening) => {
  expect(portsIn(ports(port)).map(openingOf)).toEqual([opening])
})

test('whether there are doors is unknown without parameters', () => {
  const seen = (parameters: Map<string, string>) =>
    [hasDoors, hasOtherPorts].map((has) => has({ groups: [], parameters }))
  expect(seen(new Map())).toEqual([undefined, undefined])
  expect(seen(ports(RELAY))).toEqual([true, false])
  expect(seen(ports(INPUT, OUTPUT))).toEqual([false, true])
  expect(seen(ports(STRIKE))).toEqual([true, false])
})
