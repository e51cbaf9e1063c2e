/** Keeps the way open on which a registrar reaches the device through routers (RFC 5626 §3.5). */
import type { Clock } from '../../../clock/clock.ts'
import { after } from '../timer.ts'
import { nameOf } from './flow.ts'
import type { Flow } from './flow.ts'

/**
 * Milliseconds. Routers forget a way over UDP after 30 s and more, and connections after minutes.
 * As pjsip has them.
 */
const EVERY_UDP = 15_000
const EVERY_STREAM = 90_000
/** How long an answer may take (RFC 5626 §4.4.1). */
const PONG = 10_000
/** Of the time that a registrar grants between two of them (RFC 5626 §4.4). */
const SHARE = 0.8

export interface KeepAlive {
  /**
   * Keeps this way open, and no other.
   * @param most seconds between two messages, if the registrar wants that; 0 if not
   */
  follow(flow: Flow, most: number): void
  stop(): void
}

export function openKeepAlive(clock: Pick<Clock, 'wait'>): KeepAlive {
  let current: { flow: Flow; name: string; most: number } | undefined
  let stops: (() => void)[] = []

  function stop(): void {
    for (const one of stops) one()
    stops = []
    current = undefined
  }

  function next(): void {
    if (!current) return
    const { flow, most } = current
    const usual = flow.protocol === 'udp' ? EVERY_UDP : EVERY_STREAM
    const every = most > 0 ? Math.min(usual, most * SHARE * 1000) : usual
    stops = [after(clock, every, () => ping(flow))]
  }

  function ping(flow: Flow): void {
    const before = flow.pongs()
    flow.ping()
    next()
    // Who has answered before has to answer again; many never do.
    if (before === 0) return
    stops.push(
      after(clock, PONG, () => {
        if (flow.pongs() === before) flow.end()
      }),
    )
  }

  return {
    follow(flow, most) {
      const name = nameOf(flow)
      // Each packet over UDP comes on a flow of its own.
      const same = flow.protocol === 'udp' ? current?.name === name : current?.flow === flow
      if (same && current?.most === most) return
      stop()
      current = { flow, name, most }
      next()
    },
    stop,
  }
}
