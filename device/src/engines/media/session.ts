import { randomBytes, randomInt } from 'node:crypto'
import { CallAudio } from './call-audio.ts'
import type { Loudspeaker } from './call-audio.ts'
import { IceAgent } from './ice/agent.ts'
import { Component } from './ice/component.ts'
import { startGathering } from './ice/gathering.ts'
import type { Gathering } from './ice/gathering.ts'
import { priorityOf } from './ice/pairs.ts'
import type { ComponentId, Credentials } from './ice/pairs.ts'
import type { PortPair } from './ports.ts'
import { canonical } from './stun.ts'
import type { Endpoint } from './stun.ts'
import { NOTHING_GATHERED } from './types.ts'
import type { Gathered, Helpers, MediaAgreement, Trouble } from './types.ts'

/** How long a TURN server has to confirm the end of a relay. Own design. */
const FAREWELL_MS = 1000

/** The audio of a call with its sockets. Times are monotonic milliseconds. */
export interface Session {
  readonly port: number
  readonly audio: CallAudio
  gather(helpers: Helpers): Promise<Gathered>
  /** Starts the audio, or changes it. */
  agree(agreement: MediaAgreement, now: number): void
  tick(now: number): void
  /**
   * Ends the audio and frees its ports. A relay has its own socket until its server has confirmed the
   * end, but no longer than this; `isGone` tells when nothing is open any more.
   */
  close(now: number, patience?: number): void
  isGone(): boolean
}

/**
 * Connects the audio of a call with its sockets.
 * @param loudspeaker the one that other calls have, too
 */
export function openSession(
  pair: PortPair,
  listeners: {
    onDigit(digit: string): void
    onTrouble(trouble: Trouble): void
    onHeard?(samples: Int16Array, rate: number): void
  },
  loudspeaker?: Loudspeaker,
): Session {
  const { port } = pair
  let agreement: MediaAgreement | undefined
  let agent: IceAgent | undefined
  let gathering: Gathering | undefined
  /** Addresses from which the relay takes packets in any case. */
  let permitted: readonly string[] = []
  /** The way of the audio that ICE found last. */
  let found: Endpoint | undefined
  let closeBy = Infinity
  let gone = false

  const rtp = new Component(pair.rtp, {
    onPacket: (packet, from) => audio.receive(packet, from, performance.now()),
    onRequest: (packet, from) => agent?.receive(1, packet, from, performance.now()),
    onRelayLost: (why) => loseRelay(1, why),
  })
  const rtcp = new Component(pair.rtcp, {
    onPacket: (packet) => audio.receiveRtcp(packet, performance.now()),
    onRequest: (packet, from) => agent?.receive(2, packet, from, performance.now()),
    onRelayLost: (why) => loseRelay(2, why),
  })
  const both = [rtp, rtcp]
  const componentOf = (id: ComponentId) => (id === 1 ? rtp : rtcp)

  const audio = new CallAudio({
    sendRtp: (packet, to) => send(rtp, packet, to),
    sendRtcp: (packet, to) => send(rtcp, packet, to),
    onDigit: (digit) => listeners.onDigit(digit),
    onHeard: (samples, rate) => listeners.onHeard?.(samples, rate),
    loudspeaker,
    random: (limit) => randomInt(limit),
    wallTime: () => Date.now(),
    name: `${randomInt(2 ** 47).toString(36)}@lintel`,
  })

  function send(component: Component, packet: Buffer, to: Endpoint): void {
    if (closeBy < Infinity) return
    if (to.relayed) component.relay?.prefer(to, performance.now())
    component.send(packet, to)
  }

  function openAgent(local: Credentials): IceAgent {
    const opened = new IceAgent({
      local,
      transactions: (id) => componentOf(id).transactions,
      send: (id, packet, to) => componentOf(id).send(packet, to),
      bases: (id) => [
        { relayed: false, priority: priorityOf('host', id) },
        ...(componentOf(id).relay?.address
          ? [{ relayed: true, priority: priorityOf('relay', id) }]
          : []),
      ],
      permit: (id, address, now) => componentOf(id).relay?.permit(address, now),
      onChange: () => steer(),
      onFailed() {
        // Checks that were begun anew go on.
        if (agent !== opened) return
        found = undefined
        audio.steer(undefined)
        listeners.onTrouble({ kind: 'ice' })
      },
      tieBreaker: randomBytes(8).readBigUInt64BE(),
    })
    return opened
  }

  /** Sends where ICE says; while it begins anew, where it said before. */
  function steer(): void {
    const current = agent
    if (!current || !agreement?.ice || current.hasFailed()) return
    found = current.path(1) ?? found
    audio.steer({
      rtp: found,
      rtcp: current.path(2),
      knows: (place) => current.knows(1, place),
    })
  }

  function loseRelay(id: ComponentId, why: string): void {
    const wasUsed = place()?.relayed === true
    if (id === 1 && found?.relayed) found = undefined
    agent?.lose(id)
    // Without reports, a call goes on.
    const used = wasUsed && place()?.relayed !== false
    if (id === 1) listeners.onTrouble({ kind: 'relay', why, used })
  }

  /** Where the audio goes; undefined for nowhere. */
  function place(): Endpoint | undefined {
    return agreement?.ice && agent && !agent.hasFailed() ? found : audio.place()
  }

  function check(ice: NonNullable<MediaAgreement['ice']>, now: number): void {
    const { ufrag, pwd } = ice.local
    if (agent?.local.ufrag !== ufrag || agent.local.pwd !== pwd) agent = openAgent(ice.local)
    const isIPv6 = rtp.family === 'IPv6'
    const candidates = ice.remote.candidates
      .filter(({ address }) => address.includes(':') === isIPv6)
      .map((candidate) => ({ ...candidate, address: canonical(candidate.address) }))
    agent.begin({ ...ice, remote: { ...ice.remote, candidates } }, now)
    steer()
  }

  function agree(wanted: MediaAgreement, now: number): void {
    const next = { ...wanted, relayed: wanted.relayed && rtp.relay?.address !== undefined }
    agreement = next
    audio.agree(next, now)
    for (const { relay } of both) {
      // Others behind our router come from where we do.
      const ours = relay?.mapped ? [relay.mapped.address] : []
      const all = [next.remote.address, ...permitted, ...ours]
      for (const address of all) relay?.permit(address, now)
    }
    if (next.ice) {
      check(next.ice, now)
      return
    }
    agent = undefined
    found = undefined
    audio.steer(undefined)
  }

  /** Without ICE, does without a relay that refuses the other side, such as one in our own network. */
  function goStraight(now: number): void {
    if (!agreement?.relayed || (agreement.ice && !agent?.hasFailed())) return
    if (!rtp.relay?.refuses(agreement.remote.address)) return
    agree({ ...agreement, relayed: false }, now)
  }

  function leave(now: number): void {
    const settled = both.every(({ relay }) => relay?.isSettled() ?? true)
    if (gone || (!settled && now < closeBy)) return
    gone = true
    for (const component of both) component.leave()
  }

  return {
    port,
    audio,
    gather(helpers) {
      if (closeBy < Infinity) return Promise.resolve(NOTHING_GATHERED)
      if (helpers.ice) agent = openAgent(helpers.ice)
      permitted = helpers.permitted
      const { address } = pair.rtp.address()
      gathering = startGathering({ rtp, rtcp, address }, helpers, performance.now())
      return gathering.result
    },
    agree,
    tick(now) {
      for (const component of both) component.tick(now)
      if (closeBy < Infinity) {
        leave(now)
        return
      }
      gathering?.tick(now)
      agent?.tick(now)
      goStraight(now)
      audio.tick(now)
    },
    close(now, patience = FAREWELL_MS) {
      if (closeBy === Infinity) {
        audio.end(now)
        gathering?.finish(now)
        for (const component of both) component.close(now)
      }
      closeBy = now + patience
      leave(now)
    },
    isGone: () => gone,
  }
}
