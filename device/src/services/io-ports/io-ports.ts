import {
  MONITOR_BOUNDARY,
  getPorts,
  monitorPorts,
  readPorts,
  setPort,
} from '@lintel/contract/calls/io-ports'
import { Refusal } from '@lintel/contract/fault'
import { serve } from '@lintel/front-door/serve'
import type { StreamAnswer } from '@lintel/front-door/serve'
import type { PortState } from '../../engines/io-ports/io-ports.ts'
import type { Service } from '../service.ts'
import { orderIn, portsIn } from './orders.ts'

/** Milliseconds without news until a monitor is sent an empty part. */
const KEEP_ALIVE = 15_000

/** The property of a port that each list of `port.cgi` returns. */
const LISTS = {
  check: ({ closed }: PortState) => (closed ? '1' : '0'),
  checkactive: ({ active }: PortState) => (active ? 'active' : 'inactive'),
  checkdirection: ({ direction }: PortState) => direction,
} as const

type List = keyof typeof LISTS

/** Inputs, outputs and relays. Source: console specification A §7 "I/O". */
export const ioPortService: Service = ({ ioPorts, doorController, parameters, clock }) => {
  /** Every requested list, port by port. */
  function linesOf(query: Partial<Record<List, string | undefined>>): [string, string][] {
    const lists = (Object.keys(LISTS) as List[]).flatMap((list) => {
      const ports = query[list]
      return ports === undefined ? [] : [{ list, ports: portsIn(ports) }]
    })
    if (lists.length === 0) {
      throw new Refusal(
        'missing',
        `One of ${Object.keys(LISTS).join(', ')}, action and monitor is missing.`,
      )
    }
    return lists.flatMap(({ list, ports }) =>
      ports.map((port): [string, string] => [`port${port}`, LISTS[list](ioPorts.state(port))]),
    )
  }

  /** A slow client misses intermediate changes, but always gets the latest state. */
  function monitor(ports: readonly number[]): StreamAnswer['run'] {
    return (write, signal) =>
      new Promise((resolve) => {
        const sent = new Map<number, string>()
        const sendChanges = () => {
          for (const port of ports) {
            const line = lineOf(port, ioPorts.state(port))
            if (sent.get(port) !== line && write(partOf(line))) sent.set(port, line)
          }
        }
        const stops = [
          ioPorts.subscribe(sendChanges),
          clock.every(KEEP_ALIVE, () => {
            write(partOf(''))
            sendChanges()
          }),
        ]
        const end = () => {
          for (const stop of stops) stop()
          resolve()
        }
        sendChanges()
        if (signal.aborted) end()
        else signal.addEventListener('abort', end, { once: true })
      })
  }

  return {
    calls: [
      serve(readPorts, linesOf),
      serve(setPort, ({ action }, { user }) => {
        const { port, steps } = orderIn(action)
        ioPorts.order(port, steps)
        // Without a user the board has ordered it, for somebody at the bench.
        if (steps.some(({ active }) => active)) doorController?.openedBy(user ?? '', port)
        return null
      }),
      serve(monitorPorts, ({ monitor: list }) => {
        const ports = portsIn(list)
        for (const port of ports) ioPorts.state(port)
        return { contentType: monitorPorts.contentType, run: monitor(ports) }
      }),
      serve(getPorts, () => ({
        numberOfPorts: ioPorts.count,
        items: Array.from({ length: ioPorts.count }, (_, index) => {
          const { name, direction, closed, active } = ioPorts.state(index + 1)
          return {
            port: String(index),
            configurable: parameters.get(`root.IOPort.I${index}.Configurable`),
            usage: parameters.get(`root.IOPort.I${index}.Usage`),
            name,
            direction,
            state: circuit(closed),
            normalState: circuit(closed !== active),
          }
        }),
      })),
    ],
  }
}

const circuit = (closed: boolean): 'open' | 'closed' => (closed ? 'closed' : 'open')

const lineOf = (port: number, { direction, active }: PortState) =>
  `${port}${direction === 'input' ? 'I' : 'O'}:${active ? '/' : '\\'}`

const partOf = (line: string) =>
  Buffer.from(`--${MONITOR_BOUNDARY}\r\nContent-Type: text/plain\r\n\r\n${line}\r\n`, 'latin1')
