import type { Clock } from '../../../clock/clock.ts'
import type { Log } from '../../../log.ts'
import type { Parameters } from '../../../state/parameters.ts'
import type { IoPorts, PortStep } from '../../io-ports/io-ports.ts'
import { ActionFailure } from '../types.ts'
import type { LocalAction, LocalRun } from '../types.ts'
import { aborted, pause } from './waits.ts'

export interface OutputParts {
  clock: Pick<Clock, 'wait'>
  parameters: Pick<Parameters, 'get'>
  ioPorts: Pick<IoPorts, 'count' | 'state' | 'order'>
  log: Pick<Log, 'warn'>
}

/**
 * Switches outputs for as long as the rule says, whatever their pulse. Source: public documentation,
 * "Input and outputs", Output port action.
 */
export function outputActions(parts: OutputParts): [string, LocalAction][] {
  const { clock, parameters, ioPorts, log } = parts
  /** The latest run that ordered something of a port: an earlier one no longer puts it back. */
  const latest = new Map<number, LocalRun>()
  /** The runs that hold an output as long as an event lasts, the latest one last. */
  const held = new Map<number, { run: LocalRun; active: boolean }[]>()

  /** How a port is left after a run that has switched it: as others still hold it. */
  const restOf = (port: number, active: boolean): boolean =>
    held.get(port)?.at(-1)?.active ?? !active

  /** The output as the port engine numbers it; the template's parameter counts from 0. */
  function outputOf({ parameters: values }: LocalRun): { port: number; active: boolean } {
    const given = values['port'] ?? ''
    const port = Number(given) + 1
    if (!/^\d+$/.test(given) || port > ioPorts.count) {
      throw new ActionFailure('notFound', `There is no port ${given}.`)
    }
    if (ioPorts.state(port).direction === 'input') {
      throw new ActionFailure('notPossible', `Port ${port} is an input.`)
    }
    return { port, active: values['state'] !== 'low' }
  }

  function order(run: LocalRun, port: number, steps: readonly PortStep[]): void {
    latest.set(port, run)
    ioPorts.order(port, steps)
  }

  /** Switches an output back that may have become an input since. */
  function putBack(port: number, active: boolean): void {
    try {
      ioPorts.order(port, [{ active, wait: 0 }])
    } catch (cause) {
      log.warn({ err: cause, port }, 'an output is not switched back')
    }
  }

  async function toggleFor(run: LocalRun): Promise<string> {
    const { port, active } = outputOf(run)
    const duration = 1000 * Number(run.parameters['duration'])
    if (duration === 0) {
      order(run, port, [{ active, wait: 0 }])
      return ''
    }
    // Nobody else's later order is undone by the second step: the port engine drops it then.
    order(run, port, [
      { active, wait: duration, outlasts: true },
      { active: restOf(port, active), wait: 0 },
    ])
    const delay = active ? parameters.get(`root.IOPort.I${port - 1}.Output.DelayTime`) : 0
    await pause(clock, delay + duration, run.until)
    if (run.until.aborted && latest.get(port) === run) putBack(port, restOf(port, active))
    if (latest.get(port) === run) latest.delete(port)
    return ''
  }

  async function hold(run: LocalRun): Promise<string> {
    const { port, active } = outputOf(run)
    order(run, port, [{ active, wait: 0, outlasts: true }])
    held.set(port, [...(held.get(port) ?? []), { run, active }])
    await aborted(run.until)
    const all = held.get(port) ?? []
    const left = all.filter((one) => one.run !== run)
    held.set(port, left)
    if (all.at(-1)?.run === run) putBack(port, restOf(port, active))
    return ''
  }

  return [
    ['com.axis.action.fixed.io.toggle', toggleFor],
    ['com.axis.action.unlimited.io.toggle', hold],
  ]
}
