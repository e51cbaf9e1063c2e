import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { ioPort } from '@lintel/contract/parameters/ports'
import { opensDoor } from '@lintel/contract/doors'
import { parameterRecord, typed } from '@lintel/contract/parameters/record'
import { found, problem } from '@lintel/contract/rules/problem'
import type { Errors } from '@lintel/contract/rules/problem'
import { millisecondsIn, portName, portTime, portUsage } from '@lintel/contract/rules/io-port'
import { opposite, portNames } from './ports.ts'
import type { Circuit, IoPort } from './ports.ts'

/** The form of a port. Each direction has its own name and normal state. */
export type PortSettings = {
  direction: IoPort['direction']
  usage: string
  inputName: string
  inputNormal: Circuit
  outputName: string
  outputNormal: Circuit
  mode: IoPort['mode']
  /** Seconds; the parameters are in milliseconds. */
  pulseTime: string
  delayTime: string
  button: IoPort['button']
}

/** With its button in the live view, which is stored separately. */
export type PortValues = PortSettings & { liveView: boolean }

/** The parameters behind the form of the port `I0`. */
function recordOf(id: string) {
  const index = Number(id.slice(1))
  return parameterRecord(typed(ioPort(index)), portNames(index))
}

/** The settings of a port as the device stores them; undefined if it has no such port. */
export function settingsIn(parameters: ParameterValues, id: string): PortSettings | undefined {
  if (!parameters.has(portNames(Number(id.slice(1))).direction)) return undefined
  const {
    configurable: _,
    whenToTrig,
    activeStateOfOutput,
    pulseTime,
    delayTime,
    ...rest
  } = recordOf(id).read(parameters)
  return {
    ...rest,
    pulseTime: secondsOf(pulseTime),
    delayTime: secondsOf(delayTime),
    inputNormal: opposite(whenToTrig),
    outputNormal: opposite(activeStateOfOutput),
  }
}

const secondsOf = (milliseconds: string): string => String(Number(milliseconds) / 1000)

/** Text that is no time is kept, for the device to refuse. */
const millisecondsOf = (seconds: string): string =>
  portTime(0)(seconds) ? seconds : String(millisecondsIn(seconds))

/** The proposed length of a pulse, in seconds: enough to push a door open. */
const PULSE = '3'

/** The pulse length to show once it applies: the factory value, 0, is none. */
export const proposedPulse = (seconds: string): string =>
  millisecondsOf(seconds) === '0' ? PULSE : seconds

/** Whether the pulse length applies: the output ends by itself, or its button sends a pulse. */
export const pulses = ({ mode, button }: Pick<PortSettings, 'mode' | 'button'>): boolean =>
  mode === 'monostable' || button === 'pulse'

/** The errors of the fields for the selected direction. A §5 (IO-12). */
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

/**
 * A button of the live view that leaves a door unlocked, next to others that open it for a while.
 * @param port whose form it is
 */
export function warnOfPort(
  { liveView, direction, mode, button, pulseTime }: PortValues,
  { configurable }: Pick<IoPort, 'configurable'>,
): Errors<PortValues> {
  const door = opensDoor({
    direction,
    configurable,
    mode,
    pulseTime: Number(millisecondsOf(pulseTime)),
  })
  const stays = mode === 'bistable' && button !== 'pulse'
  return liveView && door && stays ? { button: problem('ioPorts.button.stays') } : {}
}

/** The values to store: fields that are not shown keep theirs. */
export function storedOf(before: PortSettings, values: PortSettings): PortSettings {
  const { direction, usage, inputName, inputNormal } = values
  if (direction === 'input') return { ...before, direction, usage, inputName, inputNormal }
  const { outputName, outputNormal, mode, delayTime, button } = values
  const pulseTime = pulses(values) ? values.pulseTime : before.pulseTime
  const output = { outputName, outputNormal, mode, delayTime, button, pulseTime }
  return { ...before, direction, usage, ...output }
}

/** The changed parameters, with the direction's own first. A §7 (IO-13). */
export function parametersOf(
  id: string,
  before: PortSettings,
  after: PortSettings,
): Record<string, string> {
  const old = textsOf(id, before)
  return Object.fromEntries(
    Object.entries(textsOf(id, after)).filter(([name, text]) => old[name] !== text),
  )
}

function textsOf(id: string, settings: PortSettings): Record<string, string> {
  const { inputNormal, outputNormal, pulseTime, delayTime, ...rest } = settings
  return recordOf(id).write({
    ...rest,
    whenToTrig: opposite(inputNormal),
    activeStateOfOutput: opposite(outputNormal),
    pulseTime: millisecondsOf(pulseTime),
    delayTime: millisecondsOf(delayTime),
  })
}

/** Whether two are equal in everything. */
export const sameSettings = (one: PortSettings, other: PortSettings): boolean =>
  Object.keys(parametersOf('I0', one, other)).length === 0
