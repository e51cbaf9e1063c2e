import type { Clock } from '../../../clock/clock.ts'
import type { LocalAction, LocalRun } from '../types.ts'
import { aborted, pause } from './waits.ts'

export interface VirtualInputParts {
  clock: Pick<Clock, 'wait'>
  virtualInputs: {
    /**
     * @param port from 1
     * @param seconds after which it becomes inactive by itself
     */
    set(port: number, active: boolean, seconds?: number): unknown
  }
}

const portIn = ({ parameters }: LocalRun) => Number(parameters['port'])

/** Activates virtual inputs. Own design. */
export function virtualInputActions(parts: VirtualInputParts): [string, LocalAction][] {
  const { clock, virtualInputs } = parts
  /** How many runs hold an input as long as their events last. */
  const held = new Map<number, number>()
  const isHeld = (port: number) => (held.get(port) ?? 0) > 0

  async function activateFor(run: LocalRun): Promise<string> {
    const port = portIn(run)
    const seconds = Number(run.parameters['duration'])
    if (seconds === 0) {
      virtualInputs.set(port, true)
      return ''
    }
    if (!isHeld(port)) virtualInputs.set(port, true, seconds)
    await pause(clock, 1000 * seconds, run.until)
    if (run.until.aborted && !isHeld(port)) virtualInputs.set(port, false)
    return ''
  }

  return [
    ['com.lintel.action.fixed.virtualinput', activateFor],
    [
      'com.lintel.action.unlimited.virtualinput',
      async (run) => {
        const port = portIn(run)
        virtualInputs.set(port, true)
        held.set(port, (held.get(port) ?? 0) + 1)
        await aborted(run.until)
        held.set(port, (held.get(port) ?? 0) - 1)
        if (!isHeld(port)) virtualInputs.set(port, false)
        return ''
      },
    ],
  ]
}
