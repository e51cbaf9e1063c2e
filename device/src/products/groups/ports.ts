import { categoryOf } from '@lintel/contract/capabilities'
import { inputs, ioPort, outputs } from '@lintel/contract/parameters/ports'
import type { Product } from '@lintel/contract/products/product'
import type { Definition } from '../../state/definition.ts'
import { fixed, group } from '../group.ts'

const RIGHTS = { read: 'viewer', write: 'admin' } as const

/** The ports: the inputs, then the outputs, named by their index from 0. */
export function portGroups({ ports, brand }: Product): Definition[] {
  // Each output of a door controller is the relay of a door.
  const output = (index: number) =>
    categoryOf(brand.type) === 'accesscontrol'
      ? `Door ${index - ports.inputs + 1}`
      : `Output ${index + 1}`
  return [
    ...group('Input', inputs, RIGHTS, { NbrOfInputs: fixed(ports.inputs) }),
    ...Array.from({ length: ports.inputs + ports.outputs }, (_, index) =>
      port(index, {
        direction: index < ports.inputs ? 'input' : 'output',
        configurable: !ports.fixed.includes(index),
        output: output(index),
      }),
    ).flat(),
    ...group('Output', outputs, RIGHTS, { NbrOfOutputs: fixed(ports.outputs) }),
  ]
}

const port = (
  index: number,
  {
    direction,
    configurable,
    output,
  }: { direction: 'input' | 'output'; configurable: boolean; output: string },
): Definition[] =>
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
    'Output.Name': output,
    'Output.PulseTime': 0,
  })
