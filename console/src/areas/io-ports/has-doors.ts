/** Whether a device has doors and other ports. Apart from `doors.ts`, which the board must not load. */
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { opensDoor } from '@lintel/contract/doors'
import type { Condition } from '../../app/conditions.ts'

const DIRECTION = /^(root\.IOPort\.I\d+)\.Direction$/

/** How many ports open a door, and how many don't. */
function countPorts(parameters: ParameterValues): { doors: number; others: number } {
  const count = { doors: 0, others: 0 }
  for (const [name, direction] of parameters) {
    const group = DIRECTION.exec(name)?.[1]
    if (group === undefined) continue
    const values: ReadonlyMap<string, string> = parameters
    const valueOf = (member: string) => values.get(`${group}.${member}`)
    const isDoor = opensDoor({
      direction: direction === 'output' ? 'output' : 'input',
      configurable: valueOf('Configurable') === 'yes',
      mode: valueOf('Output.Mode') === 'monostable' ? 'monostable' : 'bistable',
      pulseTime: Number(valueOf('Output.PulseTime')),
    })
    count[isDoor ? 'doors' : 'others'] += 1
  }
  return count
}

export const hasDoors: Condition = ({ parameters }) =>
  parameters.size === 0 ? undefined : countPorts(parameters).doors > 0

export const hasOtherPorts: Condition = ({ parameters }) =>
  parameters.size === 0 ? undefined : countPorts(parameters).others > 0
