import { PACKET_MS } from './codecs.ts'
import type { FromWorker, ToWorker } from './orders.ts'
import { bindPair } from './ports.ts'
import { openSession } from './session.ts'
import type { Session } from './session.ts'

/** Packets between two reports of statistics: half a second. */
const REPORT_TICKS = 25
/** After a longer pause of the host, packets are left out instead of being sent all at once. */
const MOST_LATE_TICKS = 5

/** Carries out orders for all sessions, and drives them all with one timer. */
export interface Desk {
  order(order: ToWorker): void
  close(): void
}

/** @param post takes what the sessions report */
export function openDesk(post: (message: FromWorker) => void): Desk {
  const sessions = new Map<number, Session>()
  /** Sessions that end before they are open. */
  const unwanted = new Set<number>()
  let opening: Promise<void> = Promise.resolve()
  let due = 0
  let ticks = 0
  let timer: NodeJS.Timeout | undefined

  /** One after the other, because each looks for the first free port. */
  async function open(id: number, startPort: number, address: string): Promise<void> {
    try {
      const pair = await bindPair(startPort, address)
      const session = openSession(pair, (digit) => post({ type: 'digit', id, digit }))
      if (unwanted.delete(id)) {
        session.close()
        return
      }
      sessions.set(id, session)
      post({ type: 'opened', id, port: session.port })
      if (!timer) {
        due = performance.now() + PACKET_MS
        timer = setTimeout(tick, PACKET_MS)
      }
    } catch (error) {
      unwanted.delete(id)
      post({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) })
    }
  }

  function tick(): void {
    for (let late = Math.floor((performance.now() - due) / PACKET_MS); late > MOST_LATE_TICKS;) {
      for (const { audio } of sessions.values()) audio.skip()
      due += PACKET_MS
      late -= 1
    }
    for (; due <= performance.now(); due += PACKET_MS) {
      for (const { audio } of sessions.values()) audio.tick(due)
      ticks += 1
      if (ticks % REPORT_TICKS === 0) report()
    }
    timer = setTimeout(tick, due - performance.now())
  }

  function report(): void {
    post({
      type: 'statistics',
      sessions: Array.from(sessions, ([id, { audio }]) => ({
        id,
        statistics: audio.statistics(),
      })),
    })
  }

  function end(id: number): void {
    const session = sessions.get(id)
    if (!session) {
      unwanted.add(id)
      return
    }
    sessions.delete(id)
    session.close()
    if (sessions.size === 0) {
      clearTimeout(timer)
      timer = undefined
    }
  }

  async function discover(id: number, request: number, stunServer: string): Promise<void> {
    const mapped = await sessions.get(id)?.discover(stunServer)
    post({ type: 'discovered', request, mapped })
  }

  return {
    order(order) {
      const audio = sessions.get(order.id)?.audio
      switch (order.type) {
        case 'open':
          opening = opening.then(() => open(order.id, order.startPort, order.address))
          break
        case 'agree':
          audio?.agree(order.agreement, performance.now())
          break
        case 'speak':
          audio?.speak(order.microphone)
          break
        case 'press':
          audio?.press(order.digit, order.milliseconds)
          break
        case 'discover':
          void discover(order.id, order.request, order.stunServer)
          break
        case 'close':
          end(order.id)
          break
      }
    },
    close() {
      clearTimeout(timer)
      for (const session of sessions.values()) session.close()
      sessions.clear()
    },
  }
}
