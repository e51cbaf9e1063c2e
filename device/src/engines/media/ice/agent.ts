import { answerTo, bytesOf, classes, errorIn, isAt, methods, readStun, requestOf } from '../stun.ts'
import type { Endpoint, StunMessage } from '../stun.ts'
import { inOrder, priorityOf } from './pairs.ts'
import type { ComponentId, Credentials, IceTerms, Pair } from './pairs.ts'
import type { Transactions } from './transactions.ts'

/** Milliseconds between two new checks (RFC 8445 §14.2). */
const PACE_MS = 50
/** How long the controlling side waits for a better pair than the first that works. Own design. */
const SETTLE_MS = 300
/** Milliseconds between two signs of life (RFC 8445 §11). */
const KEEPALIVE_MS = 15_000
/** The most pairs of a call (RFC 8445 §6.1.2.5), and checks kept until the answer arrives. Own design. */
const PAIRS_MAX = 64
const EARLY_MAX = 16

/** What can be used for sending: the socket, and a relay if there is one. */
export interface Base {
  relayed: boolean
  /** Of our best candidate with this base. */
  priority: number
}

export interface AgentParts {
  local: Credentials
  transactions: (component: ComponentId) => Transactions
  send(component: ComponentId, packet: Buffer, to: Endpoint): void
  bases: (component: ComponentId) => readonly Base[]
  /** Lets packets from an address through the relay. */
  permit(component: ComponentId, address: string, now: number): void
  /** The paths may have changed. */
  onChange(): void
  /** No pair for RTP works. One may still do if the other side finds it. */
  onFailed(): void
  tieBreaker: bigint
}

/** Finds out by checks on which ways both sides reach each other (RFC 8445). It has no timers. */
export class IceAgent {
  readonly local: Credentials
  private readonly parts: AgentParts
  private remote: IceTerms['remote'] | undefined
  private controlling = false
  private pairs: (Pair & { heard: boolean })[] = []
  private triggered: Pair[] = []
  private early: { component: ComponentId; packet: Buffer; from: Endpoint }[] = []
  private failed = false
  /** Whether time alone changes nothing any more. */
  private settled = false
  private now = 0
  private nextCheck = 0
  private nextSign = Infinity

  constructor(parts: AgentParts) {
    this.parts = parts
    this.local = parts.local
  }

  /** Begins, or begins anew with another side. The same side again changes nothing. */
  begin({ role, remote }: IceTerms, now: number): void {
    if (this.remote?.ufrag === remote.ufrag && this.remote.pwd === remote.pwd) return
    this.now = now
    this.remote = remote
    this.controlling = role === 'controlling' || remote.lite
    this.pairs = []
    this.triggered = []
    this.failed = false
    this.nextCheck = now
    this.nextSign = now + KEEPALIVE_MS
    for (const { component, address, port, priority } of remote.candidates) {
      for (const base of this.parts.bases(component)) {
        this.add(component, { address, port, relayed: base.relayed }, priority, base)
      }
    }
    const { early } = this
    this.early = []
    for (const { component, packet, from } of early) this.receive(component, packet, from, now)
    this.judge()
  }

  /** Where to send, as far as it is known. */
  path(component: ComponentId): Endpoint | undefined {
    return this.best(component)?.to
  }

  /** Whether no way for RTP works so far. */
  hasFailed(): boolean {
    return this.failed && !this.path(1)
  }

  /** Whether the other side has proved to be there. */
  knows(component: ComponentId, place: Endpoint): boolean {
    return this.pairs.some(
      (pair) =>
        pair.component === component &&
        (pair.heard || pair.state === 'valid') &&
        isAt(pair.to, place),
    )
  }

  /** Takes a request of the other side; only those with the right password count. */
  receive(component: ComponentId, packet: Buffer, from: Endpoint, now: number): void {
    const { local, remote } = this
    const request = readStun(packet, Buffer.from(local.pwd))
    if (request?.messageMethod !== methods.BINDING) return
    if (request.messageClass !== classes.REQUEST) return
    const user = request.getAttributeValue('USERNAME') as string | undefined
    if (!user?.startsWith(`${local.ufrag}:`)) return
    if (!remote) {
      this.early = [...this.early, { component, packet, from }].slice(-EARLY_MAX)
      return
    }
    this.now = now
    if (!this.settleRoles(component, request, from)) return
    this.respond(component, request, from)
    const base = this.parts
      .bases(component)
      .find(({ relayed }) => relayed === (from.relayed ?? false))
    const priority = (request.getAttributeValue('PRIORITY') as number | undefined) ?? 0
    const pair = this.find(component, from) ?? (base && this.add(component, from, priority, base))
    if (!pair) return
    pair.heard = true
    if (request.attributesKeys.includes('USE-CANDIDATE') && !this.controlling) pair.wanted = true
    // A check under way begins anew: on the way to us, this request has opened a router (§7.3.1.4).
    if (pair.state !== 'valid') {
      pair.state = 'waiting'
      if (!this.triggered.includes(pair)) this.triggered.push(pair)
    }
    this.judge()
  }

  /** The relay of a component is gone. */
  lose(component: ComponentId): void {
    for (const pair of this.pairs) {
      if (pair.component !== component || !pair.to.relayed) continue
      Object.assign(pair, { state: 'failed', wanted: false, nominated: false, heard: false })
    }
    this.judge()
  }

  tick(now: number): void {
    this.now = now
    if (!this.remote) return
    if (now >= this.nextCheck) {
      const next = this.triggered.shift() ?? this.inOrder().find(({ state }) => state === 'waiting')
      if (next) {
        this.nextCheck = now + PACE_MS
        next.state = 'checking'
        this.check(next, false)
      }
    }
    if (!this.settled) this.judge()
    if (now >= this.nextSign) {
      this.nextSign = now + KEEPALIVE_MS
      this.sign()
    }
  }

  private inOrder(): (Pair & { heard: boolean })[] {
    return this.pairs.toSorted(inOrder(this.controlling))
  }

  private best(component: ComponentId): Pair | undefined {
    const valid = this.inOrder().filter(
      (pair) => pair.component === component && pair.state === 'valid',
    )
    return valid.find(({ nominated }) => nominated) ?? valid[0]
  }

  private find(component: ComponentId, to: Endpoint) {
    return this.pairs.find((pair) => pair.component === component && isAt(pair.to, to))
  }

  private add(component: ComponentId, to: Endpoint, theirs: number, base: Base) {
    if (this.pairs.length >= PAIRS_MAX || this.find(component, to)) return undefined
    const pair = {
      component,
      to,
      ours: base.priority,
      theirs,
      state: 'waiting' as const,
      since: Infinity,
      checks: 0,
      wanted: false,
      nominated: false,
      heard: false,
    }
    this.pairs.push(pair)
    if (base.relayed) this.parts.permit(component, to.address, this.now)
    return this.pairs.at(-1)
  }

  private check(pair: Pair, nominate: boolean): void {
    const { remote, local, controlling } = this
    if (!remote) return
    const request = requestOf(methods.BINDING)
      .setAttribute('USERNAME', `${remote.ufrag}:${local.ufrag}`)
      .setAttribute('PRIORITY', priorityOf('prflx', pair.component))
      .setAttribute(controlling ? 'ICE-CONTROLLING' : 'ICE-CONTROLLED', this.parts.tieBreaker)
    if (nominate) request.setAttribute('USE-CANDIDATE', null)
    const key = Buffer.from(remote.pwd)
    pair.checks += 1
    const { checks } = pair
    this.parts.transactions(pair.component).ask(request, bytesOf(request, key), {
      to: pair.to,
      key,
      now: this.now,
      done: (answer) => {
        // Another side, or the same one with another password, has no use for it.
        if (this.remote !== remote) return
        // Of a check that has begun anew, only a success counts.
        if (!answer && pair.checks !== checks) return
        this.checked(pair, { answer, nominate, controlling })
        this.judge()
      },
    })
  }

  private checked(
    pair: Pair,
    was: { answer: StunMessage | undefined; nominate: boolean; controlling: boolean },
  ): void {
    const error = was.answer && errorIn(was.answer)
    if (was.answer && !error) {
      if (pair.state !== 'valid') pair.since = this.now
      pair.state = 'valid'
      if (was.nominate) pair.nominated = true
    } else if (error?.code === 487) {
      // Both had the same role (RFC 8445 §7.2.5.1).
      if (this.controlling === was.controlling) this.controlling = !was.controlling
      pair.state = 'waiting'
      pair.wanted = false
      this.triggered.push(pair)
    } else {
      pair.state = 'failed'
      pair.wanted = false
    }
  }

  /** Nominates what works best, and tells when something has changed. */
  private judge(): void {
    for (const component of [1, 2] as const) {
      const pairs = this.inOrder().filter((pair) => pair.component === component)
      const [best] = pairs.filter(({ state }) => state === 'valid')
      if (!this.controlling) {
        // The other side may nominate several; the best of them counts.
        for (const pair of pairs) pair.nominated = pair.state === 'valid' && pair.wanted
      } else if (best && !pairs.some(({ wanted }) => wanted)) {
        const better = pairs.slice(0, pairs.indexOf(best)).some(isOpen)
        if (!better || this.now - best.since >= SETTLE_MS) {
          best.wanted = true
          this.check(best, true)
        }
      }
    }
    this.conclude()
    this.parts.onChange()
  }

  private conclude(): void {
    const selected = ([1, 2] as const).filter((component) =>
      this.pairs.some((pair) => pair.component === component && pair.nominated),
    )
    for (const pair of this.pairs) {
      const done = selected.includes(pair.component)
      if (done && pair.state === 'waiting' && !this.triggered.includes(pair)) pair.state = 'failed'
    }
    this.settled = this.pairs.every(
      ({ component, state }) => state === 'failed' || selected.includes(component),
    )
    const forAudio = this.pairs.filter(({ component }) => component === 1)
    if (this.failed || !this.remote || forAudio.some(({ state }) => state !== 'failed')) return
    this.failed = true
    this.parts.onFailed()
  }

  /** Repairs that both sides have the same role (RFC 8445 §7.3.1.1); false if the other one has to. */
  private settleRoles(component: ComponentId, request: StunMessage, from: Endpoint): boolean {
    const name = this.controlling ? 'ICE-CONTROLLING' : 'ICE-CONTROLLED'
    const theirs = request.getAttributeValue(name) as bigint | undefined
    if (theirs === undefined) return true
    const stays = this.parts.tieBreaker >= theirs
    if (stays === this.controlling) {
      const refusal = answerTo(request, classes.ERROR)
      refusal.setAttribute('ERROR-CODE', [487, 'Role Conflict'])
      this.reply(component, refusal, from)
      return false
    }
    this.controlling = !this.controlling
    return true
  }

  private respond(component: ComponentId, request: StunMessage, from: Endpoint): void {
    const response = answerTo(request, classes.RESPONSE)
    response.setAttribute('XOR-MAPPED-ADDRESS', [from.address, from.port])
    this.reply(component, response, from)
  }

  private reply(component: ComponentId, message: StunMessage, to: Endpoint): void {
    this.parts.send(component, bytesOf(message, Buffer.from(this.local.pwd)), to)
  }

  /** Keeps the ways through routers open, also while nothing is said. */
  private sign(): void {
    for (const component of [1, 2] as const) {
      const to = this.path(component)
      if (to) this.parts.send(component, bytesOf(indication()), to)
    }
  }
}

const indication = () => {
  const message = requestOf(methods.BINDING)
  message.messageClass = classes.INDICATION
  return message
}

const isOpen = ({ state }: Pair): boolean => state === 'waiting' || state === 'checking'
