import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { found } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'
import { portName, portTime, portUsage } from '@lintel/contract/rules/io-port'
import { buttonIn, circuitIn, opposite } from './ports.ts'
import type { Circuit, IoPort } from './ports.ts'

/** What the form of a port holds. Each direction has its own name and normal state. */
export type PortSettings = {
  direction: IoPort['direction']
  usage: string
  inputName: string
  inputNormal: Circuit
  outputName: string
  outputNormal: Circuit
  mode: IoPort['mode']
  /** Milliseconds. */
  pulseTime: string
  delayTime: string
  button: IoPort['button']
}

/** The same with whether it has a button in the live view, which is kept elsewhere. */
export type PortValues = PortSettings & { liveView: boolean }

/** The settings of a port as the device keeps them; undefined when it has no such port. */
export function settingsIn(parameters: ParameterValues, id: string): PortSettings | undefined {
  const get = (name: string) => parameters.get(`root.IOPort.${id}.${name}`) ?? ''
  const direction = get('Direction')
  if (direction === '') return undefined
  const normal = (name: string) => opposite(circuitIn(get(name)))
  return {
    direction: direction === 'output' ? 'output' : 'input',
    usage: get('Usage'),
    inputName: get('Input.Name'),
    inputNormal: normal('Input.Trig'),
    outputName: get('Output.Name'),
    outputNormal: normal('Output.Active'),
    mode: get('Output.Mode') === 'monostable' ? 'monostable' : 'bistable',
    pulseTime: get('Output.PulseTime') || '0',
    delayTime: get('Output.DelayTime') || '0',
    button: buttonIn(get('Output.Button')),
  }
}

/** Whether the length of the pulse counts: the output ends by itself, or its button sends a pulse. */
export const pulses = ({ mode, button }: Pick<PortSettings, 'mode' | 'button'>): boolean =>
  mode === 'monostable' || button === 'pulse'

/** What is wrong with the fields that the direction shows. A §5 (IO-12). */
export function checkPort(values: PortSettings): Errors<PortSettings> {
  const usage = portUsage(values.usage)
  if (values.direction === 'input') return found({ usage, inputName: portName(values.inputName) })
  return found({
    usage,
    outputName: portName(values.outputName),
    delayTime: portTime(0)(values.delayTime),
    pulseTime: pulses(values) ? portTime(1)(values.pulseTime) : undefined,
  })
}

/** What is to be stored: fields that the direction does not show stay as they were. */
export function storedOf(before: PortSettings, values: PortSettings): PortSettings {
  const { direction, usage, inputName, inputNormal } = values
  if (direction === 'input') return { ...before, direction, usage, inputName, inputNormal }
  const { outputName, outputNormal, mode, delayTime, button } = values
  const pulseTime = pulses(values) ? values.pulseTime : before.pulseTime
  const output = { outputName, outputNormal, mode, delayTime, button, pulseTime }
  return { ...before, direction, usage, ...output }
}

/** The parameters that differ, with the direction's own before them. A §7 (IO-13). */
export function parametersOf(
  id: string,
  before: PortSettings,
  after: PortSettings,
): Record<string, string> {
  const names = namesOf(after)
  const old = namesOf(before)
  return Object.fromEntries(
    Object.entries(names)
      .filter(([name, value]) => old[name] !== value)
      .map(([name, value]) => [`root.IOPort.${id}.${name}`, value]),
  )
}

function namesOf(settings: PortSettings): Record<string, string> {
  return {
    Direction: settings.direction,
    Usage: settings.usage,
    'Input.Name': settings.inputName,
    'Input.Trig': opposite(settings.inputNormal),
    'Output.Name': settings.outputName,
    'Output.Active': opposite(settings.outputNormal),
    'Output.Button': settings.button,
    'Output.DelayTime': timeOf(settings.delayTime),
    'Output.Mode': settings.mode,
    'Output.PulseTime': timeOf(settings.pulseTime),
  }
}

/** Milliseconds as the device takes them: `007` is 7. What is no number is for the rules to find. */
const timeOf = (typed: string): string =>
  /^\s*\d+\s*$/.test(typed) ? String(Number(typed)) : typed

/** Whether two are the same in everything. */
export const sameSettings = (one: PortSettings, other: PortSettings): boolean =>
  JSON.stringify(namesOf(one)) === JSON.stringify(namesOf(other))

export const sameValues = (one: PortValues, other: PortValues): boolean =>
  one.liveView === other.liveView && sameSettings(one, other)
