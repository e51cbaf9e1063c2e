import { openingTime, opensDoor } from '@lintel/contract/doors'
import { Refusal } from '@lintel/contract/fault'
import type { Product } from '@lintel/contract/products/product'
import type { Plugged, World } from '@lintel/contract/wire'
import type { Clock } from '../../clock/clock.ts'
import type { EventBus } from '../../events/bus.ts'
import type { LogToBench } from '../../hardware/bench-log.ts'
import type { Wire } from '../../hardware/wire.ts'
import type { Log } from '../../log.ts'
import type { Parameters } from '../../state/parameters.ts'
import type { Engine } from '../engine.ts'

/** The state of one port. */
export interface PortState {
  name: string
  direction: 'input' | 'output'
  /** Whether its circuit is closed. */
  closed: boolean
  /** Whether it is not in its normal state: triggered, or switched on. */
  active: boolean
}

/** One step of an output order, and the milliseconds until the next one. */
export interface PortStep {
  active: boolean
  wait: number
  /** Whether it outlasts the pulse of a monostable output. */
  outlasts?: boolean
}

/** The device's inputs and outputs, numbered from 1 as on the terminals: `root.IOPort.I0` is 1. */
export interface IoPorts extends Engine {
  worldChanged(world: Pick<World, 'contacts'>): void
  readonly count: number
  /** Throws `Refusal` when the port doesn't exist. */
  state(port: number): PortState
  /**
   * Switches an output step by step, replacing an order in progress. An order that begins with
   * activation starts after the output's delay. A monostable output becomes inactive after its
   * pulse, unless the next step comes first or this one `outlasts` it. Throws `Refusal` when the output doesn't exist.
   */
  order(port: number, steps: readonly PortStep[]): void
  /**
   * Unlocks the door of an output for as long as its pulse, or for five seconds. A door that somebody
   * has unlocked until further notice stays so. Throws `Refusal` as `order` does.
   */
  openDoor(port: number): void
  /** For how many milliseconds an output opens its door; undefined for a port that opens none. */
  doorTime(port: number): number | undefined
  /** Called with a port whose state changed. */
  subscribe(fn: (port: number) => void): () => void
}

/**
 * Opens the ports of a product. Outputs are in their normal state after every start, and whenever
 * the whole state of the device is restored.
 */
export function openIoPorts(parts: {
  product: Pick<Product, 'ports'>
  plugged: Pick<Plugged, 'world'>
  clock: Clock
  parameters: Parameters
  events: EventBus
  wire: Wire
  logToBench: LogToBench
  log: Log
}): IoPorts {
  const { clock, parameters, events, logToBench, log } = parts
  const { inputs, outputs } = parts.product.ports
  const count = inputs + outputs
  const all = Array.from({ length: count }, (_, index) => index + 1)
  const listeners = new Set<(port: number) => void>()
  let contacts = new Set(parts.plugged.world.contacts)
  /** Outputs that are switched on. */
  const on = new Set<number>()
  /** The last order, by output. */
  const orders = new Map<number, Order>()
  let reported: (PortState & { door: boolean })[] = []

  const { get } = parameters
  const isInput = (port: number) => get(`${groupOf(port)}.Direction`) === 'input'
  const isDoor = (port: number) =>
    opensDoor({
      direction: get(`${groupOf(port)}.Direction`),
      configurable: get(`${groupOf(port)}.Configurable`),
      mode: get(`${groupOf(port)}.Output.Mode`),
      pulseTime: get(`${groupOf(port)}.Output.PulseTime`),
    })

  function check(port: number): void {
    if (!all.includes(port)) throw new Refusal('invalid', `There is no port ${port}.`)
  }

  function state(port: number): PortState {
    check(port)
    const input = isInput(port)
    const activeClosed =
      get(`${groupOf(port)}.${input ? 'Input.Trig' : 'Output.Active'}`) === 'closed'
    const active = input ? contacts.has(port) === activeClosed : on.has(port)
    return {
      name: get(`${groupOf(port)}.${input ? 'Input.Name' : 'Output.Name'}`),
      direction: input ? 'input' : 'output',
      closed: active === activeClosed,
      active,
    }
  }

  /** Notifies the board, subscribers and consoles of states that changed since the last call. */
  function report(): void {
    const now = all.map((port) => ({ ...state(port), door: isDoor(port) }))
    const before = reported
    reported = now
    if (JSON.stringify(now) === JSON.stringify(before)) return
    parts.wire.send({
      type: 'terminals',
      terminals: now.map(({ name, direction, closed, active, door }, index) => ({
        port: index + 1,
        name,
        direction,
        closed,
        active,
        ...(direction === 'output' && { door }),
      })),
    })
    const moved = all.filter((port) => hasMoved(before[port - 1], now[port - 1]))
    if (moved.length === 0) return
    for (const port of moved) {
      for (const listener of Array.from(listeners)) listener(port)
    }
    events.changed('ports')
  }

  function switchOutput(port: number, active: boolean): void {
    if (on.has(port) === active) return
    if (active) on.add(port)
    else on.delete(port)
    const { name, closed } = state(port)
    logToBench(active ? 'port.active' : 'port.inactive', {
      port,
      name,
      circuit: closed ? 'closed' : 'open',
    })
    report()
  }

  /** Activates an output, for the length of its pulse if it is monostable and not to outlast that. */
  async function activate(port: number, outlasts: boolean, signal: AbortSignal): Promise<void> {
    switchOutput(port, true)
    if (outlasts || get(`${groupOf(port)}.Output.Mode`) !== 'monostable') return
    await clock.wait(get(`${groupOf(port)}.Output.PulseTime`), signal)
    switchOutput(port, false)
  }

  async function follow(port: number, steps: readonly PortStep[], order: Order): Promise<void> {
    const { signal } = order.abort
    const delay = get(`${groupOf(port)}.Output.DelayTime`)
    if (steps[0]?.active && delay > 0) await clock.wait(delay, signal)
    let next = new AbortController()
    for (const { active, wait, outlasts = false } of steps) {
      next.abort()
      next = new AbortController()
      const step = AbortSignal.any([signal, next.signal])
      if (active) runInBackground(activate(port, outlasts, step), step)
      else switchOutput(port, false)
      if (wait > 0) await clock.wait(wait, signal)
    }
    order.goesOn = false
  }

  /** Orders run in the background: log their errors, except for aborts. */
  function runInBackground(work: Promise<void>, signal: AbortSignal): void {
    work.catch((cause: unknown) => {
      if (!signal.aborted) log.error({ err: cause }, 'output order failed')
    })
  }

  /** Aborts the order of an output, which keeps its current state. */
  function end(port: number): void {
    orders.get(port)?.abort.abort()
    orders.delete(port)
  }

  function order(port: number, steps: readonly PortStep[]): void {
    check(port)
    if (isInput(port)) throw new Refusal('invalid', `Port ${port} is not an output.`)
    end(port)
    const own = { abort: new AbortController(), goesOn: true }
    orders.set(port, own)
    runInBackground(follow(port, steps, own), own.abort.signal)
  }

  const openingOf = (port: number) => ({
    mode: get(`${groupOf(port)}.Output.Mode`),
    pulseTime: get(`${groupOf(port)}.Output.PulseTime`),
  })

  function doorTime(port: number): number | undefined {
    check(port)
    return isDoor(port) ? openingTime(openingOf(port)) : undefined
  }

  function openDoor(port: number): void {
    check(port)
    const opening = openingOf(port)
    if (opening.mode === 'bistable' && on.has(port) && orders.get(port)?.goesOn !== true) return
    order(port, [
      { active: true, wait: openingTime(opening) },
      { active: false, wait: 0 },
    ])
  }

  function toNormal(): void {
    for (const port of all) end(port)
    on.clear()
    report()
  }

  const unsubscribe = parameters.subscribe('root.IOPort', () => {
    // A port that later becomes an output starts in its normal state.
    for (const port of all.filter(isInput)) {
      end(port)
      on.delete(port)
    }
    report()
  })
  if (count > 0) report()

  return {
    count,
    state,
    order,
    openDoor,
    doorTime,
    stateRestored: toNormal,
    worldChanged(world) {
      contacts = new Set(world.contacts)
      report()
    },
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
    close() {
      unsubscribe()
      for (const port of all) end(port)
    },
  }
}

interface Order {
  abort: AbortController
  /** Whether steps of it are still to come. */
  goesOn: boolean
}

/** The parameter group of a port. */
const groupOf = (port: number) => `root.IOPort.I${port - 1}` as const

const hasMoved = (before: PortState | undefined, now: PortState | undefined): boolean =>
  before !== undefined &&
  (before.active !== now?.active ||
    before.closed !== now.closed ||
    before.direction !== now.direction)
