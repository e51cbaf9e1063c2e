import { MANUAL_TRIGGERS, VIRTUAL_INPUTS } from '@lintel/contract/action-rules/rule-events'
import { RULE_TOPICS } from '@lintel/contract/events'
import { Refusal } from '@lintel/contract/fault'
import type { Clock } from '../../clock/clock.ts'
import type { EventBus } from '../../events/bus.ts'
import type { Log } from '../../log.ts'
import type { Engine } from '../engine.ts'
import type { PortStep } from '../io-ports/io-ports.ts'

/**
 * Inputs that clients activate through calls, numbered from 1, and the manual trigger. Action rules
 * see them as events. Nothing is stored: all are inactive after every start, and whenever the whole
 * state of the device is restored.
 */
export interface VirtualInputs extends Engine {
  /** @throws Refusal when there is no such input */
  isActive(port: number): boolean
  /**
   * Activates or deactivates an input, replacing what was ordered before.
   * @param seconds deactivates an active one after that time; at once for 0
   * @returns whether its state has changed
   * @throws Refusal when there is no such input
   */
  set(port: number, active: boolean, seconds?: number): boolean
  readonly manualTrigger: {
    isActive(): boolean
    /** Follows the steps, replacing those still running. */
    order(steps: readonly PortStep[]): void
  }
  /** Called after each change of an input or of the manual trigger. */
  subscribe(fn: () => void): () => void
  close(): void
}

export function openVirtualInputs(parts: {
  clock: Pick<Clock, 'wait'>
  events: Pick<EventBus, 'publish' | 'changed'>
  log: Pick<Log, 'error'>
}): VirtualInputs {
  const { clock, events, log } = parts
  const listeners = new Set<() => void>()

  function changed(): void {
    events.changed('virtualInputs')
    for (const listener of Array.from(listeners)) listener()
  }

  /** @param tell publishes the state */
  function openState(tell: (active: boolean) => void) {
    let active = false
    let running: AbortController | undefined

    function put(next: boolean): void {
      if (active === next) return
      active = next
      tell(active)
      changed()
    }

    async function follow(steps: readonly PortStep[], signal: AbortSignal): Promise<void> {
      for (const step of steps) {
        put(step.active)
        // What hears of the state may order another one.
        signal.throwIfAborted()
        if (step.wait > 0) await clock.wait(step.wait, signal)
      }
    }

    function end(): void {
      running?.abort()
      running = undefined
    }

    tell(active)
    return {
      isActive: () => active,
      order(steps: readonly PortStep[]) {
        end()
        const order = new AbortController()
        running = order
        follow(steps, order.signal).catch((cause: unknown) => {
          if (!order.signal.aborted) log.error({ err: cause }, 'virtual input order failed')
        })
      },
      end,
      reset() {
        end()
        put(false)
      },
    }
  }

  const inputs = Array.from({ length: VIRTUAL_INPUTS }, (_, index) =>
    openState((active) =>
      events.publish(
        {
          topic: RULE_TOPICS.virtualInput,
          source: { port: String(index + 1) },
          data: { active: active ? '1' : '0' },
        },
        'state',
      ),
    ),
  )
  const trigger = openState((active) =>
    events.publish(
      {
        topic: RULE_TOPICS.manualTrigger,
        source: { port: String(MANUAL_TRIGGERS) },
        data: { state: active ? '1' : '0' },
      },
      'state',
    ),
  )
  const all = [...inputs, trigger]

  function input(port: number) {
    const found = inputs[port - 1]
    if (!found) throw new Refusal('invalid', `There is no virtual input ${port}.`)
    return found
  }

  return {
    isActive: (port) => input(port).isActive(),
    set(port, active, seconds) {
      const one = input(port)
      const before = one.isActive()
      const steps = [{ active, wait: (seconds ?? 0) * 1000 }]
      if (active && seconds !== undefined) steps.push({ active: false, wait: 0 })
      one.order(steps)
      return before !== active
    },
    manualTrigger: {
      isActive: () => trigger.isActive(),
      order: (steps) => trigger.order(steps),
    },
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
    stateRestored() {
      for (const one of all) one.reset()
    },
    close() {
      for (const one of all) one.end()
    },
  }
}
