import type { Socket } from 'node:dgram'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productCalled } from '@lintel/contract/products/products'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { expect, onTestFinished, vi } from 'vitest'
import { startClock } from '../../../clock/clock.ts'
import type { Clock } from '../../../clock/clock.ts'
import { createEventBus } from '../../../events/bus.ts'
import { openLog } from '../../../log.ts'
import { definitionsOf } from '../../../products/definitions.ts'
import { openDatabase } from '../../../state/database.ts'
import { openParameters } from '../../../state/parameters.ts'
import type { Lease } from '../../../hardware/lease.ts'
import { RESPONSE_TIMEOUT } from '../exchange.ts'
import type { ServerAddress } from '../exchange.ts'
import { openNtp } from '../ntp.ts'
import { responseTo, openFakeServer } from './fake-server.ts'

const PLACE = { address: '127.0.0.1', subnetMask: '255.0.0.0', broadcast: '127.255.255.255' }

/** A device that synchronises with a fake server, which sends these packets for each request. */
export async function openRig(
  options: {
    answers?: (request: Buffer, requests: number) => Buffer[]
    server?: string
    resolve?: (name: string) => Promise<ServerAddress[]>
    address?: string
    cable?: boolean
    /** The number of pauses between requests to skip. */
    skip?: number
    /** How many attempts to set the clock fail. */
    failures?: number
  } = {},
) {
  let requests = 0
  let failures = options.failures ?? 0
  const { answers = (request) => [responseTo(request)] } = options
  const packets = { sent: 0, received: 0 }
  const fake = await openFakeServer((request) => {
    const sent = answers(request, (requests += 1))
    packets.sent += sent.length
    return sent
  }, options.address)
  const count = (created: unknown) => {
    const { socket } = created as { socket: Socket }
    socket.on('message', () => (packets.received += 1))
  }
  subscribe('udp.socket', count)
  const folder = mkdtempSync(join(tmpdir(), 'lintel-ntp-'))
  const database = openDatabase(join(folder, 'state.db'))
  // The host's time stands still, so that a busy machine changes no measurement; a test moves it by
  // `vi.setSystemTime`. Only `Date` is mocked: sockets and timers run.
  vi.setSystemTime(new Date())
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const real = startClock({ host: { now: () => Date.now(), monotonic: () => Date.now() } })
  const pauses: number[] = []
  /** Ends the timeout of each pending request. */
  const limits = new Set<() => void>()
  const clock: Clock = {
    ...real,
    wait(ms, signal) {
      if (ms === RESPONSE_TIMEOUT) {
        return new Promise((resolve, reject) => {
          limits.add(resolve)
          signal?.addEventListener('abort', () => {
            limits.delete(resolve)
            reject(signal.reason as Error)
          })
        })
      }
      pauses.push(ms / 1000)
      return real.wait(pauses.length > (options.skip ?? 0) ? ms : 0, signal)
    },
  }
  // The clock's timers don't keep the process alive; this one does.
  const alive = setInterval(() => {}, 1000)
  const events = createEventBus(() => clock.now())
  let lease: Lease | undefined
  const leaseListeners = new Set<() => void>()
  const parameters = openParameters(database, definitionsOf(productCalled('A8307-E')), {
    serial: 'AECC8E012345',
    lease: () => lease,
    place: () => PLACE,
    ipv6: () => [],
    rtspPort: () => 554,
    rootPasswordSet: () => true,
    now: () => clock.now(),
  })
  const { server = '127.0.0.1' } = options
  parameters.set({ 'root.Time.ObtainFromDHCP': false, 'root.Time.NTP.Server': server })
  const steps: { by: number; server: string }[] = []
  const ntp = openNtp(
    {
      clock,
      parameters,
      network: {
        lease: () => lease,
        onLease(fn) {
          leaseListeners.add(fn)
          return () => leaseListeners.delete(fn)
        },
      },
      events,
      log: openLog('silent'),
      step(utc, name) {
        if (failures > 0) {
          failures -= 1
          throw new Error('the disk is full')
        }
        steps.push({ by: utc - clock.now(), server: name })
        clock.set(utc)
      },
      plugged: { world: { ...PLAIN_WORLD, cable: options.cable ?? true } },
    },
    { port: fake.port, ...(options.resolve && { resolve: options.resolve }) },
  )
  let eventCount = 0
  events.subscribe(() => {
    eventCount += 1
  })
  onTestFinished(() => {
    ntp.close()
    unsubscribe('udp.socket', count)
    clearInterval(alive)
    database.close()
    fake.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    fake,
    clock,
    parameters,
    ntp,
    steps,
    pauses,
    eventCount: () => eventCount,
    /** Triggers the response timeout after this many requests, once all their responses have arrived. */
    async timeOut(after: number) {
      await vi.waitFor(() => {
        expect([requests, limits.size]).toEqual([after, 1])
        expect(packets.received).toBe(packets.sent)
      })
      await fake.settle()
      for (const end of limits) end()
    },
    /** The device's offset from the host in milliseconds; the fake server uses the host's time. */
    off: () => clock.now() - Date.now(),
    setLease(values: Partial<Lease> | undefined) {
      lease = values && {
        ...PLACE,
        router: '',
        dnsServers: [],
        ntpServers: [],
        domainName: '',
        hostName: '',
        ...values,
      }
      for (const fn of leaseListeners) fn()
    },
  }
}
