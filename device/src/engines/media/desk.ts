import { PACKET_MS } from './codecs.ts'
import type { FromWorker, ToWorker } from './orders.ts'
import { bindPair } from './ports.ts'
import { silentLoudspeaker } from './call-audio.ts'
import { openSession } from './session.ts'
import type { Session } from './session.ts'
import { NOTHING_GATHERED, UNTREATED } from './types.ts'
import type { CallSound, Helpers } from './types.ts'

/** Packets between two reports of statistics: half a second. */
const REPORT_TICKS = 25
/** Packets between two reports of what is heard: a tenth of a second. */
const HEARD_TICKS = 5
/** After a longer pause of the host, packets are left out instead of being sent all at once. */
const MOST_LATE_TICKS = 5

interface Heard {
  rate: number
  parts: Int16Array[]
}

/** Carries out orders for all sessions, and drives them all with one timer. */
export interface Desk {
  order(order: ToWorker): void
  close(): void
}

/**
 * @param post takes what the sessions report
 * @param connect opens a session; tests watch it
 */
export function openDesk(post: (message: FromWorker) => void, connect = openSession): Desk {
  const sessions = new Map<number, Session>()
  /** Sessions that have ended, but still have sockets. */
  const leaving = new Set<Session>()
  /** Sessions that are to be opened. */
  const wanted = new Set<number>()
  let opening: Promise<void> = Promise.resolve()
  const loudspeaker = silentLoudspeaker()
  let sound: CallSound = UNTREATED
  /** What was heard since the last report, by session; undefined while nobody listens. */
  let heard: Map<number, Heard> | undefined
  let due = 0
  let ticks = 0
  let timer: NodeJS.Timeout | undefined

  /** One after the other, because each looks for the first free port. */
  async function open(id: number, startPort: number, address: string): Promise<void> {
    try {
      const pair = await bindPair(startPort, address)
      const session = connect(
        pair,
        {
          onDigit: (digit) => post({ type: 'digit', id, digit }),
          onTrouble: (trouble) => post({ type: 'trouble', id, trouble }),
          onHeard: (samples, rate) => collect(id, samples, rate),
        },
        loudspeaker,
      )
      if (!wanted.delete(id)) {
        session.close(performance.now())
        return
      }
      session.audio.setSound(sound)
      sessions.set(id, session)
      post({ type: 'opened', id, port: session.port })
      if (!timer) {
        due = performance.now() + PACKET_MS
        timer = setTimeout(tick, PACKET_MS)
      }
    } catch (error) {
      wanted.delete(id)
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
      for (const session of [...sessions.values(), ...leaving]) session.tick(due)
      ticks += 1
      if (ticks % REPORT_TICKS === 0) report()
      if (ticks % HEARD_TICKS === 0) reportHeard()
    }
    for (const session of leaving) if (session.isGone()) leaving.delete(session)
    timer = setTimeout(tick, due - performance.now())
    rest()
  }

  /** Without sessions there is nothing to drive. */
  function rest(): void {
    if (sessions.size > 0 || leaving.size > 0) return
    clearTimeout(timer)
    timer = undefined
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

  function collect(id: number, samples: Int16Array, rate: number): void {
    const known = heard?.get(id)
    if (known?.rate === rate) known.parts.push(samples)
    else heard?.set(id, { rate, parts: [samples] })
  }

  function reportHeard(): void {
    if (!heard || heard.size === 0) return
    post({
      type: 'heard',
      sessions: Array.from(heard, ([id, { rate, parts }]) => ({
        id,
        rate,
        samples: joined(parts),
      })),
    })
    heard.clear()
  }

  function end(id: number): void {
    const session = sessions.get(id)
    wanted.delete(id)
    if (!session) return
    sessions.delete(id)
    session.close(performance.now())
    if (!session.isGone()) leaving.add(session)
    rest()
  }

  async function gather(id: number, request: number, helpers: Helpers): Promise<void> {
    const found = (await sessions.get(id)?.gather(helpers)) ?? NOTHING_GATHERED
    post({ type: 'gathered', request, found })
  }

  return {
    order(order) {
      if (order.type === 'sound') {
        sound = order.sound
        for (const { audio } of sessions.values()) audio.setSound(sound)
        return
      }
      if (order.type === 'spoken') {
        for (const { audio } of sessions.values()) audio.speakLive(order.samples)
        return
      }
      if (order.type === 'listen') {
        heard = order.on ? new Map() : undefined
        return
      }
      const session = sessions.get(order.id)
      const audio = session?.audio
      switch (order.type) {
        case 'open':
          wanted.add(order.id)
          opening = opening.then(() => open(order.id, order.startPort, order.address))
          break
        case 'agree':
          session?.agree(order.agreement, performance.now())
          break
        case 'speak':
          audio?.speak(order.microphone)
          break
        case 'press':
          audio?.press(order.digit, order.milliseconds)
          break
        case 'gather':
          void gather(order.id, order.request, order.helpers)
          break
        case 'close':
          end(order.id)
          break
      }
    },
    close() {
      clearTimeout(timer)
      for (const session of [...sessions.values(), ...leaving]) session.close(performance.now(), 0)
      sessions.clear()
      leaving.clear()
    },
  }
}

function joined(parts: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
