import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import { startClock } from '../../../clock/clock.ts'
import { openLog } from '../../../log.ts'
import type { Media } from '../../media/types.ts'
import { openSip } from '../sip.ts'
import type { SipParts } from '../sip.ts'
import type { CallStatus, ReceivedDigit, SipAccount, SipSettings } from '../types.ts'
import { openFakeMedia } from './fake-media.ts'
import { openSipPeer } from './peer.ts'

const SETTINGS: SipSettings = {
  enabled: true,
  port: 0,
  tlsPort: 0,
  rtpStartPort: 40_000,
  stunServer: undefined,
  turn: undefined,
  ice: false,
  allowIncoming: true,
  allowedUsers: undefined,
  allowedUris: undefined,
  callingTimeout: 60,
  answeringTimeout: 60,
  maxCallDuration: 0,
  registrationInterval: 300,
  codecs: ['G.722', 'PCMU', 'PCMA'],
  audioDirection: 'sendrecv',
  dtmfPayloadType: 96,
  rewriteVia: false,
  rewriteContact: false,
  switchToTcp: true,
}

const ACCOUNT: SipAccount = {
  id: 'account',
  name: 'Front door',
  enabled: true,
  isDefault: true,
  transport: 'udp',
  encryption: 'none',
  certificateId: undefined,
  verifyServer: true,
  preferIPv6: false,
  sips: false,
  user: 'door',
  password: 'secret',
  authenticationId: undefined,
  callerId: undefined,
  domain: undefined,
  registrar: undefined,
  secondary: undefined,
  proxies: [],
  autoAnswer: true,
  dtmf: { rfc2833: true, info: true },
}

/** A port that is free for TCP and UDP now. */
export async function freePort(address = '127.0.0.1'): Promise<number> {
  for (;;) {
    const server = createServer().listen(0, address)
    await once(server, 'listening')
    const at = server.address()
    const port = typeof at === 'object' && at ? at.port : 0
    const free = await isFreeForUdp(address, port)
    await new Promise<void>((closed) => void server.close(() => closed()))
    if (free) return port
  }
}

async function isFreeForUdp(address: string, port: number): Promise<boolean> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4')
  try {
    socket.bind(port, address)
    await once(socket, 'listening')
    return true
  } catch {
    return false
  } finally {
    socket.close()
  }
}

/** Waits until something holds, without moving the clock. */
export const until = (test: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(test, { timeout: 5000, interval: 5 })

const full = (list: readonly Partial<SipAccount>[]): SipAccount[] =>
  list.map((account, index) => ({
    ...ACCOUNT,
    id: `account-${index}`,
    isDefault: index === 0,
    ...account,
  }))

/** A started engine with one account or several, closed when the test ends. */
export async function openRig(
  accounts: readonly Partial<SipAccount>[] = [{}],
  options: {
    settings?: Partial<SipSettings>
    address?: string
    certificates?: Partial<SipParts['certificates']>
    /** In place of the fake one. */
    media?: Media
    names?: NonNullable<Parameters<typeof openSip>[1]>['names']
  } = {},
) {
  const { address = '127.0.0.1', names } = options
  const clock = startClock()
  const media = openFakeMedia()
  const settings: SipSettings = {
    ...SETTINGS,
    port: await freePort(address),
    tlsPort: await freePort(address),
    ...options.settings,
  }
  const logged: string[] = []
  const certificateListeners: (() => void)[] = []
  const places = [{ listen: address, address }]
  const sip = openSip(
    {
      clock,
      log: openLog('info', () => clock.now(), { write: (line) => void logged.push(line) }),
      media: options.media ?? media,
      places: () => places,
      certificates: {
        identity: () => undefined,
        authorities: () => [],
        subscribe: (listener) => {
          certificateListeners.push(listener)
          return () => {}
        },
        ...options.certificates,
      },
    },
    names ? { names } : {},
  )
  const changes: CallStatus[] = []
  const digits: ReceivedDigit[] = []
  sip.onCall((status) => changes.push(status))
  sip.onDigit((digit) => digits.push(digit))
  sip.configure(settings, full(accounts))
  await sip.start()
  onTestFinished(() => sip.close())
  const status = (index = 0) => sip.statuses()[index]
  const call = (callId: string) => sip.calls().find((each) => each.callId === callId)
  return {
    sip,
    clock,
    media,
    settings,
    places,
    /** Every change of a call that was reported. */
    changes,
    digits,
    /** The lines of the log. */
    logged,
    status,
    call,
    /** Where the device can be called. */
    uri: `sip:door@${address.includes(':') ? `[${address}]` : address}:${settings.port}`,
    async changeCertificates() {
      for (const listener of certificateListeners) listener()
      await sip.settled()
    },
    async configure(list: readonly Partial<SipAccount>[], more: Partial<SipSettings> = {}) {
      sip.configure({ ...settings, ...more }, full(list))
      await sip.settled()
    },
    /** Waits for an account to report this status. */
    registered: (code = 200, index = 0) =>
      until(() => {
        if (status(index)?.status !== code) throw new Error(JSON.stringify(status(index)))
      }),
    /** Waits for a call to reach a state. */
    reaches: (callId: string, state: CallStatus['state']) =>
      until(() => {
        if (call(callId)?.state !== state) throw new Error(JSON.stringify(call(callId)))
      }),
  }
}

/** A registrar with a phone, closed when the test ends. */
export async function openPeer(...options: Parameters<typeof openSipPeer>) {
  const peer = await openSipPeer(...options)
  onTestFinished(() => peer.close())
  return peer
}
