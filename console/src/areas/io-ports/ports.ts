import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { fold } from '@lintel/contract/fold'
import { ioPort } from '@lintel/contract/parameters/ports'
import { parameterRecord } from '@lintel/contract/parameters/record'

/** A circuit is open, or closed to ground. */
export type Circuit = 'open' | 'closed'

/** What a button of the live view does: as the output's mode says, a pulse, or toggle. */
export type OutputButton = 'none' | 'pulse' | 'actinact'

/** An input, output or relay as the device stores it. Source: console specification A §3. */
export interface IoPort {
  /** `I0`. */
  id: string
  /** The number at its terminal and in calls, from 1: `I0` is 1. */
  number: number
  /** For its current direction. */
  name: string
  direction: 'input' | 'output'
  normalState: Circuit
  usage: string
  /** Whether its direction can be changed. */
  configurable: boolean
  /** Among the ports with a fixed direction, from 1. */
  relayNbr: number | undefined
  activeStateOfOutput: Circuit
  whenToTrig: Circuit
  button: OutputButton
  mode: 'bistable' | 'monostable'
  /** Milliseconds. */
  delayTime: number
  pulseTime: number
}

/** The parameters of the port of this index, from 0. */
export const portNames = (index: number) =>
  ({
    configurable: `root.IOPort.I${index}.Configurable`,
    direction: `root.IOPort.I${index}.Direction`,
    usage: `root.IOPort.I${index}.Usage`,
    inputName: `root.IOPort.I${index}.Input.Name`,
    whenToTrig: `root.IOPort.I${index}.Input.Trig`,
    outputName: `root.IOPort.I${index}.Output.Name`,
    activeStateOfOutput: `root.IOPort.I${index}.Output.Active`,
    button: `root.IOPort.I${index}.Output.Button`,
    mode: `root.IOPort.I${index}.Output.Mode`,
    delayTime: `root.IOPort.I${index}.Output.DelayTime`,
    pulseTime: `root.IOPort.I${index}.Output.PulseTime`,
  }) as const

/** Whether a port's name begins with the word for its direction, as the factory's `Input 1` does. */
export const namesDirection = ({ name }: IoPort, direction: string): boolean =>
  fold(name).startsWith(fold(direction))

const PORT = /^root\.IOPort\.(I(\d+))\.Direction$/

/** The ports of a device, by their numbers. A §7 (IO-14). */
export function portsIn(parameters: ParameterValues): IoPort[] {
  const found = Array.from(parameters.keys(), (name) => PORT.exec(name))
    .flatMap((match) => (match ? [Number(match[2])] : []))
    .toSorted((a, b) => a - b)
  let relays = 0
  return found.map((index) => {
    const { inputName, outputName, ...port } = parameterRecord(
      ioPort(index),
      portNames(index),
    ).read(parameters)
    const isInput = port.direction === 'input'
    if (!port.configurable) relays += 1
    return {
      ...port,
      id: `I${index}`,
      number: index + 1,
      name: isInput ? inputName : outputName,
      normalState: opposite(isInput ? port.whenToTrig : port.activeStateOfOutput),
      relayNbr: port.configurable ? undefined : relays,
    }
  })
}

export const opposite = (circuit: Circuit): Circuit => (circuit === 'open' ? 'closed' : 'open')

/** The state of a port's circuit, from whether the port is active (OPEN-47). */
export const circuitOf = ({ normalState }: IoPort, active: boolean): Circuit =>
  active ? opposite(normalState) : normalState

/** The default pulse length, in milliseconds. Own design. */
const PULSE = 500

/**
 * What a press on an output's button requests: its `action`, and for how many milliseconds it stays
 * active; without, until the next press. A button without a kind of its own follows the output's
 * mode.
 */
export function pressOf(
  port: IoPort,
  active: boolean,
): { action: string; active: boolean; pulse?: number } {
  const { number, button, mode, pulseTime } = port
  const monostable = mode === 'monostable'
  if (button === 'pulse' || (button === 'none' && monostable)) {
    const pulse = pulseTime || PULSE
    // A monostable output ends its pulse itself.
    const end = monostable && pulseTime > 0 ? '' : `${pulse}\\`
    return { action: `${number}:/${end}`, active: true, pulse }
  }
  if (active) return { action: actionOf(port, false), active: false }
  return {
    action: actionOf(port, true),
    active: true,
    ...(monostable ? { pulse: pulseTime } : {}),
  }
}

/** The `action` that makes an output active or inactive. */
export const actionOf = ({ number }: IoPort, active: boolean): string =>
  `${number}:${active ? '/' : '\\'}`
