import { STATUS_COLOURS } from '@lintel/contract/shown'
import type { StatusColour } from '@lintel/contract/shown'
import type { Clock } from '../../../clock/clock.ts'
import type { StatusLed } from '../../../hardware/status-led.ts'
import { ActionFailure } from '../types.ts'
import type { LocalAction, LocalRun } from '../types.ts'
import { aborted, pause } from './waits.ts'

export interface StatusLightParts {
  clock: Pick<Clock, 'wait'>
  statusLed: Pick<StatusLed, 'show'>
}

/** Source: public documentation, "Event and action services", LED control. */
export function statusLightActions({
  clock,
  statusLed,
}: StatusLightParts): [string, LocalAction][] {
  async function show(run: LocalRun, wait: () => Promise<void>): Promise<string> {
    // `red,none` flashes: red and dark in turn.
    const [name = '', other] = (run.parameters['color'] ?? '').split(',')
    if (!isColour(name)) throw new ActionFailure('notPossible', `There is no colour ${name}.`)
    const interval = other === undefined ? null : Number(run.parameters['interval'])
    const end = statusLed.show({ colour: name, interval })
    await wait()
    end()
    return ''
  }

  return [
    [
      'com.axis.action.fixed.ledcontrol',
      (run) => show(run, () => pause(clock, 1000 * Number(run.parameters['duration']), run.until)),
    ],
    ['com.axis.action.unlimited.ledcontrol', (run) => show(run, () => aborted(run.until))],
  ]
}

const isColour = (name: string): name is StatusColour => STATUS_COLOURS.some((one) => one === name)
