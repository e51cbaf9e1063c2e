import { inputs, ioPort, outputs } from '@lintel/contract/parameters/ports'
import type { Product } from '@lintel/contract/products/product'
import type { Definition } from '../../state/definition.ts'
import { fixed, group } from '../group.ts'

const RIGHTS = { read: 'viewer', write: 'admin' } as const

/** The ports: the inputs, then the outputs, named by their index from 0. */
export function portGroups({ ports }: Product): Definition[] {
  return [
    ...group('Input', inputs, RIGHTS, { NbrOfInputs: fixed(ports.inputs) }),
    ...Array.from({ length: ports.inputs + ports.outputs }, (_, index) =>
      port(index, index < ports.inputs ? 'input' : 'output', !ports.fixed.includes(index)),
    ).flat(),
    ...group('Output', outputs, RIGHTS, { NbrOfOutputs: fixed(ports.outputs) }),
  ]
}

const port = (index: number, direction: 'input' | 'output', configurable: boolean): Definition[] =>
  group(`IOPort.I${index}`, ioPort(index), RIGHTS, {
    Configurable: fixed(configurable),
    Direction: configurable ? direction : fixed(direction),
    Usage: '',
    'Input.Name': `Input ${index + 1}`,
    'Input.Trig': 'closed',
    'Output.Active': 'closed',
    'Output.Button': 'none',
    'Output.DelayTime': 0,
    'Output.Mode': 'bistable',
    'Output.Name': `Output ${index + 1}`,
    'Output.PulseTime': 0,
  })
