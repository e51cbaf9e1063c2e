import { PORT_TIME_MAX } from '@lintel/contract/rules/io-port'
import { Refusal } from '@lintel/contract/fault'
import type { PortStep } from '../../engines/io-ports/io-ports.ts'

/** Maximum number of steps per order. Own design. */
const STEPS_MAX = 64

/** Parses a list of ports, `1,2`. Throws `Refusal` for anything but numbers. */
export function portsIn(list: string): number[] {
  return list.split(',').map((entry) => {
    const text = entry.trim()
    if (!/^\d{1,4}$/.test(text)) {
      throw new Refusal('invalid', 'Ports are numbers, separated by commas.')
    }
    return Number(text)
  })
}

/**
 * Parses an `action`: `2:/300\500/` makes port 2 active, inactive after 300 ms, and active again
 * 500 ms later. A number at the end has no effect. Source: console specification A §7 "I/O".
 */
export function orderIn(action: string): { port: number; steps: PortStep[] } {
  const [, port = '', order = ''] = /^\s*(\d{1,4})\s*:\s*([/\\][/\\\d]*)\s*$/.exec(action) ?? []
  if (order === '') {
    throw new Refusal(
      'invalid',
      'An action is a port, a colon and steps: / for active, \\ for inactive, a number for milliseconds to wait.',
    )
  }
  const steps = Array.from(order.matchAll(/([/\\])(\d*)/g), ([, sign, wait]) => ({
    active: sign === '/',
    wait: Number(wait),
  }))
  if (steps.length > STEPS_MAX) {
    throw new Refusal('invalid', `An action has at most ${STEPS_MAX} steps.`)
  }
  if (steps.some(({ wait }) => wait > PORT_TIME_MAX)) {
    throw new Refusal('invalid', `A wait is at most ${PORT_TIME_MAX} milliseconds.`)
  }
  return { port: Number(port), steps }
}
