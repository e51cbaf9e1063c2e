import { lookup } from 'node:dns/promises'
import { bindAny } from '../ports.ts'
import { canonical } from '../stun.ts'
import type { Endpoint } from '../stun.ts'
import type { Gathered, Helpers } from '../types.ts'
import type { Component } from './component.ts'

const STUN_PORT = 3478
/** A call doesn't wait longer than this for servers. Own design. */
const GATHER_MS = 1000

export interface Gathering {
  readonly result: Promise<Gathered>
  tick(now: number): void
  /** Ends it with what has been found so far. */
  finish(now: number): void
}

export interface GatheringParts {
  rtp: Component
  rtcp: Component
  /** Of the sockets. */
  address: string
}

/** Asks servers where the sockets of a session are reached. */
export function startGathering(
  { rtp, rtcp, address }: GatheringParts,
  { stunServer, turn }: Helpers,
  began: number,
): Gathering {
  const { family } = rtp
  const mapped = new Map<Component, Endpoint>()
  /** Each server, with why it has not helped. Only RTP counts: calls do without reports. */
  const attempts: { server: string; why: string | undefined }[] = []
  let finished = false
  let settle: (found: Gathered) => void
  const result = new Promise<Gathered>((resolve) => (settle = resolve))

  function finish(now: number): void {
    if (finished) return
    finished = true
    // Nobody is told of an address that comes too late, and audio comes first.
    if (!rtp.relay?.address) rtp.relay?.close(now)
    if (!rtp.relay?.address || !rtcp.relay?.address) rtcp.relay?.close(now)
    settle({
      mapped: mapped.get(rtp),
      mappedRtcp: mapped.get(rtcp),
      relayed: rtp.relay?.address,
      relayedRtcp: rtcp.relay?.address,
      problems: attempts.flatMap(({ server, why }) => (why === undefined ? [] : [{ server, why }])),
    })
  }

  async function ask(
    server: string,
    from: (component: Component, at: Endpoint) => Promise<string | undefined>,
  ): Promise<void> {
    const attempt = { server, why: 'no answer' as string | undefined }
    attempts.push(attempt)
    const at = await resolveServer(server, family)
    if (finished) return
    if (!at) {
      attempt.why = 'unknown host'
      return
    }
    await Promise.all([from(rtp, at).then((why) => (attempt.why = why)), from(rtcp, at)])
  }

  async function discover(component: Component, at: Endpoint): Promise<string | undefined> {
    const found = await component.discover(at, performance.now())
    if (found) mapped.set(component, found)
    return found ? undefined : 'no answer'
  }

  async function allocate(
    component: Component,
    account: { server: Endpoint; user: string; password: string },
  ): Promise<string | undefined> {
    const socket = await bindAny(address)
    if (!finished) return component.allocate(socket, account, performance.now())
    socket.close()
    return undefined
  }

  const asked: Promise<void>[] = []
  if (stunServer !== undefined) asked.push(ask(stunServer, discover))
  if (turn) asked.push(ask(turn.server, (one, server) => allocate(one, { ...turn, server })))
  void Promise.allSettled(asked).then(() => finish(performance.now()))

  return {
    result,
    tick(now) {
      if (now - began >= GATHER_MS) finish(now)
    },
    finish,
  }
}

/** @param server `host` or `host:port`, an IPv6 address in brackets if there is a port */
async function resolveServer(server: string, family: string): Promise<Endpoint | undefined> {
  const [, bracketed, name, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(server) ?? []
  const host = bracketed ?? name ?? server
  try {
    const { address } = await lookup(host, { family: family === 'IPv6' ? 6 : 4 })
    return {
      address: canonical(address),
      port: port === undefined ? STUN_PORT : Number(port),
    }
  } catch {
    // A server without an address gives no answer.
    return undefined
  }
}
