import { PORT_TIME_MAX, USAGE_MAX, portName } from '../rules/io-port.ts'
import { asText, oneOf, text, whole, yesNo } from './codec.ts'
import { group } from './group.ts'

const count = asText(whole(0, 100))

export const inputs = group('Input', { NbrOfInputs: count })
export const outputs = group('Output', { NbrOfOutputs: count })

/**
 * An input, output or relay, by its index from 0; times are in milliseconds. Source: console
 * specification A §3.
 */
export const ioPort = (index: number) =>
  group(`IOPort.I${index}`, {
    Configurable: asText(yesNo),
    Direction: oneOf(['input', 'output']),
    Usage: text(USAGE_MAX),
    'Input.Name': text(20, portName),
    'Input.Trig': oneOf(['open', 'closed'], 'closed'),
    'Output.Active': oneOf(['open', 'closed'], 'closed'),
    'Output.Button': oneOf(['none', 'pulse', 'actinact']),
    'Output.DelayTime': whole(0, PORT_TIME_MAX),
    'Output.Mode': oneOf(['bistable', 'monostable']),
    'Output.Name': text(20, portName),
    'Output.PulseTime': whole(0, PORT_TIME_MAX),
  })
