import { AsyncResource } from 'node:async_hooks'
import { RULE_TOPICS } from '@lintel/contract/events'
import type { Clock } from '../../clock/clock.ts'
import type { EventBus, EventKind } from '../../events/bus.ts'
import type { Evaluated } from './evaluate.ts'
import { watchPulse } from './pulse-watch.ts'
import type { Now } from './pulse-watch.ts'
import { openShownBefore } from './shown-before.ts'

/**
 * The longest wait: the next change of the time zone's offset is searched no further ahead, and the
 * host's clock drifts.
 */
const LOOK_MS = 3_600_000

/** Publishes what schedules do as events. */
export interface ScheduleEvents {
  /** Publishes the states, and goes on from now. */
  start(): void
  /** Schedules have changed. */
  changed(): void
  /** The time zone has changed. */
  look(): void
  /** Everything may be another: pulses go on from now, whatever was before. */
  restart(): void
  close(): void
}

/** A schedule that is watched. */
interface Watched {
  of: Evaluated
  /** Publishes what has happened. */
  look(now: Now, isRepeated: boolean): void
  /** The local time at which to look again. */
  next(): number
  /** Takes over from a schedule whose calendar has changed. */
  change(to: Evaluated, now: Now): Watched
  /** The schedule is gone. */
  end(): void
}

export function openScheduleEvents(parts: {
  clock: Clock
  events: Pick<EventBus, 'publish' | 'forget'>
  /** Milliseconds that local time is ahead of UTC. */
  offsetAt: (utc: number) => number
  /** All schedules, by EventID. */
  schedules: () => ReadonlyMap<string, Evaluated>
}): ScheduleEvents {
  const { clock, events, offsetAt, schedules } = parts
  const watched = new Map<string, Watched>()
  let waiting = new AbortController()
  let shown = openShownBefore()
  let started = false
  /** Whether schedules have changed since the last look. */
  let stale = true

  function now(): Now {
    const utc = clock.now()
    return { local: utc + offsetAt(utc), elapsed: clock.monotonic() }
  }

  const watch = (id: string, of: Evaluated, at: Now): Watched =>
    of.type === 'Interval' ? watchInterval(id, of, at) : watchPulses(id, of, at)

  function watchInterval(id: string, of: Evaluated, at: Now, before?: boolean): Watched {
    const source = { id }
    let active = before
    let known = { from: Infinity, to: -Infinity }

    function look({ local }: Now, isRepeated = false): void {
      if (local >= known.from && local < known.to) return
      known = { from: local, to: of.mayChange(local) }
      tell(of.isActive(local), isRepeated ? 'repeated' : 'state')
    }

    function tell(isActive: boolean, kind: EventKind): void {
      if (isActive === active) return
      active = isActive
      const data = { active: active ? '1' : '0' }
      events.publish({ topic: RULE_TOPICS.schedule, source, data }, kind)
    }

    function end(): void {
      // Whatever it has started ends, too.
      if (active) tell(false, 'state')
      events.forget(RULE_TOPICS.schedule, source)
    }

    look(at)
    return {
      of,
      look,
      next: () => known.to,
      change(to, when) {
        if (to.type === 'Interval') return watchInterval(id, to, when, active)
        end()
        return watch(id, to, when)
      },
      end,
    }
  }

  function watchPulses(id: string, of: Evaluated, at: Now): Watched {
    const watches = of.pulses.map((pulse) => watchPulse(pulse, pulse.period, at))
    return {
      of,
      look(when) {
        // Each of them has to see each moment.
        const happening = watches.filter((one) => one.happens(when))
        if (happening.length === 0) return
        events.publish({ topic: RULE_TOPICS.recurrence, source: { id }, data: {} })
      },
      next: () => Math.min(Infinity, ...watches.map((one) => one.next())),
      change: (to, when) => watch(id, to, when),
      end() {},
    }
  }

  function follow(): void {
    stale = false
    const all = schedules()
    for (const [id, one] of Array.from(watched)) {
      if (all.has(id)) continue
      watched.delete(id)
      one.end()
    }
    for (const [id, of] of all) {
      const one = watched.get(id)
      if (one?.of !== of) watched.set(id, one ? one.change(of, now()) : watch(id, of, now()))
    }
  }

  // In the context of the start, and not of whoever moved the clock or changed a schedule.
  const look = AsyncResource.bind(() => {
    waiting.abort()
    if (!started) return
    try {
      const when = now()
      const isRepeated = shown.isRepeated(when)
      for (const one of Array.from(watched.values())) one.look(when, isRepeated)
      if (stale) follow()
    } finally {
      waiting = new AbortController()
      clock.wait(waitLength(), waiting.signal).then(look, () => undefined)
    }
  })

  /** Milliseconds until the next change of any schedule or of the offset. */
  function waitLength(): number {
    const utc = clock.now()
    const offset = offsetAt(utc)
    const next = Math.min(Infinity, ...Array.from(watched.values(), (one) => one.next()))
    const due = Math.min(next - offset, utc + LOOK_MS)
    return Math.max((offsetAt(due) === offset ? due : endOf(offset, utc, due)) - utc, 1)
  }

  /** The first millisecond at which the offset is another one than this. */
  function endOf(offset: number, from: number, to: number): number {
    let [same, other] = [from, to]
    while (other - same > 1) {
      const middle = Math.floor((same + other) / 2)
      if (offsetAt(middle) === offset) same = middle
      else other = middle
    }
    return other
  }

  function changed(): void {
    stale = true
    look()
  }

  const stop = clock.onJump(look)

  return {
    start() {
      started = true
      look()
    },
    changed,
    look,
    restart() {
      shown = openShownBefore()
      for (const [id, { of }] of Array.from(watched)) if (of.type === 'Pulse') watched.delete(id)
      changed()
    },
    close() {
      started = false
      stop()
      waiting.abort()
    },
  }
}
