import type { RemoteInfo } from 'node:dgram'
import type { Clock } from '../../clock/clock.ts'
import type { Log } from '../../log.ts'
import { joinGroup } from './multicast.ts'
import { TYPES, fitting, readMessage, sameName, writeMessage } from './dns-message.ts'
import type { Message, Question, Resource } from './dns-message.ts'
import { hostRecords, serviceRecords } from './mdns-records.ts'
import type { Announced } from './mdns-records.ts'

/** An announcement by Multicast DNS, until it is closed. */
export interface Responder {
  /**
   * The names in use. They differ from the requested ones if those were taken; undefined while
   * probing.
   */
  names(): { name: string; host: string } | undefined
  /** Sends goodbye messages and leaves the group. */
  close(): Promise<void>
}

interface ResponderParts {
  announced: Announced
  place: { address: string; subnetMask: string }
  clock: Clock
  log: Log
  /** Tests pass a fake network. */
  join?: typeof joinGroup
}

/** RFC 6762 §3, §11. */
const GROUP = { group: '224.0.0.251', port: 5353, ttl: 255 }
/** Milliseconds between the three probes for a name (§8.1). */
const PROBE_PAUSE = 250
const PROBES = 3
/** After this many conflicts probing slows down, by this many milliseconds (§8.1). */
const CONFLICTS_FAST = 15
const CONFLICT_PAUSE = 5000
/** Milliseconds between the two announcements (§8.3). */
const ANNOUNCE_PAUSE = 1000
/** Milliseconds of delay for answers that other devices may send, too (§6). */
const ANSWER_SOONEST = 20
const ANSWER_SPREAD = 100
/** Maximum TTL in seconds of answers to legacy resolvers (§6.7). */
const LEGACY_TTL = 10

/** Probes for the names, announces the services, and answers queries. */
export async function openResponder(parts: ResponderParts): Promise<Responder> {
  const { place, clock, log, join = joinGroup } = parts
  const over = new AbortController()
  let announced = parts.announced
  /** The number of conflicts per name. */
  const taken = { name: 0, host: 0 }
  let settled = false
  let conflict: (() => void) | undefined

  const member = await join(GROUP, place, receive, log)
  const sets = (): Resource[][] => [
    ...announced.services.map((service) => serviceRecords(announced, service)),
    hostRecords(announced),
  ]
  const records = () => sets().flat()

  function receive(bytes: Buffer, from: RemoteInfo): void {
    let message: Message
    try {
      message = readMessage(bytes)
    } catch {
      return
    }
    if (message.response) {
      contest([...message.answers, ...message.additionals])
    } else {
      if (!settled) yieldTo(message.authorities)
      if (settled) answer(message, from)
    }
  }

  /** Another device that uses one of our names with other data had it first. */
  function contest(theirs: readonly Resource[]): void {
    const ours = records().filter(({ flush }) => flush)
    for (const their of theirs) {
      if (their.ttl === 0) continue
      const same = ours.filter((one) => one.type === their.type && sameName(one.name, their.name))
      if (same.length === 0 || same.some(({ data }) => data.equals(their.data))) continue
      lose(their.type)
      return
    }
  }

  /** When two devices probe for a name at the same time, the greater data wins (§8.2). */
  function yieldTo(theirs: readonly Resource[]): void {
    const ours = records()
    const stronger = theirs.find((their) => {
      const mine = ours.find((one) => one.type === their.type && sameName(one.name, their.name))
      return mine !== undefined && Buffer.compare(their.data, mine.data) > 0
    })
    if (stronger) lose(stronger.type)
  }

  /** Switches to another name. */
  function lose(type: number): void {
    if (!conflict) return
    if (type === TYPES.A || type === TYPES.AAAA) {
      taken.host += 1
      announced = { ...announced, host: fitting(parts.announced.host, `-${taken.host + 1}`) }
    } else {
      taken.name += 1
      announced = { ...announced, name: fitting(parts.announced.name, ` (${taken.name + 1})`) }
    }
    log.warn(
      { name: announced.name, host: announced.host },
      'name conflict on the network, using another name',
    )
    conflict()
  }

  async function defendNames(): Promise<void> {
    for (;;) {
      const round = new AbortController()
      conflict = () => {
        conflict = undefined
        round.abort()
      }
      try {
        await claim(AbortSignal.any([over.signal, round.signal]))
      } catch (cause) {
        if (over.signal.aborted || !round.signal.aborted) throw cause
      }
    }
  }

  /** Probes and announces the names, then defends them; rejects when the signal aborts. */
  async function claim(signal: AbortSignal): Promise<void> {
    settled = false
    if (taken.name + taken.host > CONFLICTS_FAST) await clock.wait(CONFLICT_PAUSE, signal)
    await probe(signal)
    settled = true
    await announce()
    await clock.wait(ANNOUNCE_PAUSE, signal)
    await announce()
    await aborted(signal)
  }

  async function probe(signal: AbortSignal): Promise<void> {
    await clock.wait(Math.random() * PROBE_PAUSE, signal)
    for (let attempt = 0; attempt < PROBES; attempt += 1) {
      const unique = records().filter(({ flush }) => flush)
      const names = unique.filter(
        (one, at) => unique.findIndex(({ name }) => sameName(name, one.name)) === at,
      )
      const questions = names.map(({ name }) => ({ name, type: TYPES.ANY, unicast: attempt === 0 }))
      const authorities = unique.map((one) => ({ ...one, flush: false }))
      await member.send(writeMessage({ questions, authorities }))
      await clock.wait(PROBE_PAUSE, signal)
    }
  }

  async function announce(ttl?: number): Promise<void> {
    for (const set of sets()) {
      const answers = ttl === undefined ? set : set.map((one) => ({ ...one, ttl }))
      await member.send(writeMessage({ response: true, answers }))
    }
  }

  function answer(message: Message, from: RemoteInfo): void {
    const legacy = from.port !== GROUP.port
    const all = records()
    const answers = message.questions
      .flatMap((question) => all.filter((one) => isRequested(one, question)))
      .filter((one, at, all) => all.indexOf(one) === at && !isKnown(one, message.answers))
    if (answers.length === 0) return
    const additionals = companions(answers, all)
    if (legacy) {
      const short = (one: Resource) => ({
        ...one,
        flush: false,
        ttl: Math.min(one.ttl, LEGACY_TTL),
      })
      const { id, questions } = message
      const limited = { answers: answers.map(short), additionals: additionals.map(short) }
      void member.send(writeMessage({ id, response: true, questions, ...limited }), from)
      return
    }
    const bytes = writeMessage({ response: true, answers, additionals })
    if (message.questions.every(({ unicast }) => unicast)) {
      void member.send(bytes, from)
    } else if (answers.every(({ flush }) => flush)) {
      void member.send(bytes)
    } else {
      const pause = ANSWER_SOONEST + Math.random() * ANSWER_SPREAD
      clock.wait(pause, over.signal).then(
        () => member.send(bytes),
        () => {},
      )
    }
  }

  defendNames().catch((cause: unknown) => {
    if (!over.signal.aborted) log.error({ err: cause }, 'mDNS responder failed')
  })

  return {
    names: () => (settled ? { name: announced.name, host: announced.host } : undefined),
    async close() {
      if (over.signal.aborted) return
      over.abort()
      conflict = undefined
      if (settled) await announce(0)
      member.close()
    },
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = () => reject(signal.reason as Error)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}

/**
 * Known-answer suppression: whether the querier still has the record for half of its TTL (§7.1).
 */
const isKnown = (one: Resource, known: readonly Resource[]): boolean =>
  known.some(
    ({ name, type, ttl, data }) =>
      type === one.type && ttl * 2 >= one.ttl && sameName(name, one.name) && data.equals(one.data),
  )

const isRequested = (one: Resource, { name, type }: Question): boolean =>
  (type === TYPES.ANY || one.type === type) && sameName(one.name, name)

/** Additional records that a service query needs next (RFC 6763 §12). */
function companions(answers: readonly Resource[], all: readonly Resource[]): Resource[] {
  const leadsOn = answers.some(({ type }) => type === TYPES.PTR || type === TYPES.SRV)
  return leadsOn ? all.filter((one) => one.flush && !answers.includes(one)) : []
}
