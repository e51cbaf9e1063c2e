import type { Product } from '@lintel/contract/products/product'
import { PORT_TIME_MAX, USAGE_MAX, portName } from '@lintel/contract/rules/io-port'
import type { Definition } from '../../state/definition.ts'
import { fixed, group, int, nested, oneOf, text } from '../group.ts'
import type { Entries } from '../group.ts'

/** The ports: first the inputs, then the outputs, counted from 0 in their names. */
export function ports({ inputs, outputs, fixed: unchangeable }: Product['ports']): Definition[] {
  const all = Array.from({ length: inputs + outputs }, (_, number) =>
    nested(
      `I${number}`,
      port(number, number < inputs ? 'input' : 'output', !unchangeable.includes(number)),
    ),
  )
  return [
    ...group('Input', RIGHTS, { NbrOfInputs: fixed(text(String(inputs))) }),
    ...group('IOPort', RIGHTS, Object.assign({}, ...all) as Entries),
    ...group('Output', RIGHTS, { NbrOfOutputs: fixed(text(String(outputs))) }),
  ]
}

const RIGHTS = { read: 'viewer', write: 'admin' } as const

function port(number: number, direction: 'input' | 'output', configurable: boolean): Entries {
  const choice = oneOf(direction, ['input', 'output'])
  return {
    Configurable: fixed(text(configurable ? 'yes' : 'no')),
    Direction: configurable ? choice : fixed(choice),
    Usage: text('', USAGE_MAX),
    'Input.Name': text(`Input ${number + 1}`, 20, portName),
    'Input.Trig': oneOf('closed', ['open', 'closed']),
    'Output.Active': oneOf('closed', ['open', 'closed']),
    'Output.Button': oneOf('none', ['none', 'pulse', 'actinact']),
    'Output.DelayTime': int(0, 0, PORT_TIME_MAX),
    'Output.Mode': oneOf('bistable', ['bistable', 'monostable']),
    'Output.Name': text(`Output ${number + 1}`, 20, portName),
    'Output.PulseTime': int(0, 0, PORT_TIME_MAX),
  }
}
