import type { Service } from '../../../services/service.ts'
import type { MediaStatistics, Microphone } from '../../media/types.ts'
import type {
  AccountStatus,
  CallStatus,
  LadderLine,
  ReceivedDigit,
  SipAccount,
  SipSettings,
} from '../../sip/types.ts'
import { openTelephone } from '../telephone.ts'
import { CannotCall } from '../../sip/sip.ts'
import type { Sip } from '../../sip/sip.ts'

/** A user agent whose calls the test leads. */
export interface FakeAgent extends Sip {
  configured: { settings: SipSettings; accounts: readonly SipAccount[] } | undefined
  /** What it was told: `answer In-1`. */
  told: string[]
  microphones: Map<string, Microphone>
  lines: LadderLine[]
  /** A call begins or changes. */
  happens(call: Partial<CallStatus> & Pick<CallStatus, 'callId'>): void
  /** The other side presses keys. */
  enters(callId: string, keys: string): void
  measures(callId: string, statistics: MediaStatistics): void
  /** The registrar answers. */
  registers(accountId: string, status: number, text: string): void
}

const CALL: CallStatus = {
  callId: '',
  accountId: 'sip_account_0',
  direction: 'incoming',
  state: 'idle',
  code: undefined,
  reason: '',
  started: Date.UTC(2026, 10, 20, 13, 7, 32),
  answered: undefined,
  ended: undefined,
  localUri: 'sip:192.0.2.90:5060',
  remoteUri: 'sip:6001@192.0.2.1',
  codec: undefined,
  encrypted: false,
}

const listen =
  <F>(to: Set<F>) =>
  (fn: F) => {
    to.add(fn)
    return () => void to.delete(fn)
  }

export function createFakeAgent(): FakeAgent {
  const calls = new Map<string, CallStatus>()
  const answers = new Map<string, Pick<AccountStatus, 'status' | 'text'>>()
  const onStatus = new Set<() => void>()
  const onCall = new Set<(call: CallStatus) => void>()
  const onDigit = new Set<(digit: ReceivedDigit) => void>()
  const onStatistics = new Set<(callId: string, statistics: MediaStatistics) => void>()
  const agent: FakeAgent = {
    configured: undefined,
    told: [],
    microphones: new Map(),
    lines: [],
    configure(settings, accounts) {
      agent.configured = { settings, accounts }
    },
    settled: () => Promise.resolve(),
    start: () => Promise.resolve(),
    addressChanged() {},
    close: () => Promise.resolve(),
    statuses: () =>
      (agent.configured?.accounts ?? []).map(({ id, user, registrar, domain }) => {
        const host = domain ?? registrar
        return {
          accountId: id,
          uri: host === undefined ? 'sip:192.0.2.90:5060' : `sip:${user}@${host}`,
          registrar: registrar ?? domain,
          status: 0,
          text: agent.configured?.settings.enabled ? 'Does not register' : 'SIP disabled',
          ...answers.get(id),
        }
      }),
    onStatus: listen(onStatus),
    call(to, accountId) {
      if (!agent.configured?.settings.enabled) throw new CannotCall('disabled')
      if (!to.startsWith('sip:')) throw new CannotCall('badAddress')
      agent.told.push(`call ${to} with ${accountId ?? 'the default'}`)
      const callId = `Out-${calls.size}`
      agent.happens({ callId, direction: 'outgoing', state: 'calling', remoteUri: to })
      return callId
    },
    answer: (callId) => void agent.told.push(`answer ${callId}`),
    terminate: (callId) => void agent.told.push(`terminate ${callId}`),
    press: (callId, digit) => void agent.told.push(`press ${digit} in ${callId}`),
    speak: (callId, microphone) => void agent.microphones.set(callId, microphone),
    calls: () => [...calls.values()],
    onCall: listen(onCall),
    onDigit: listen(onDigit),
    onStatistics: listen(onStatistics),
    ladder: (id) => agent.lines.filter((line) => line.callId === id || line.accountId === id),
    happens(change) {
      const call = { ...CALL, ...calls.get(change.callId), ...change }
      calls.set(call.callId, call)
      for (const fn of onCall) fn(call)
    },
    enters(callId, keys) {
      const accountId = calls.get(callId)?.accountId ?? ''
      for (const digit of keys)
        for (const fn of onDigit) fn({ callId, accountId, digit, via: 'rtp' })
    },
    measures(callId, statistics) {
      for (const fn of onStatistics) fn(callId, statistics)
    },
    registers(accountId, status, text) {
      answers.set(accountId, { status, text })
      for (const fn of onStatus) fn()
    },
  }
  return agent
}

/** The services on a device with this user agent in place of its own. */
export const servicesWith =
  (services: readonly Service[], sip: FakeAgent): Service =>
  (device) => {
    void device.telephone.close?.()
    const replaced = { ...device, sip }
    const telephone = openTelephone(replaced)
    const served = services.map((service) => service({ ...replaced, telephone }))
    return {
      calls: served.flatMap(({ calls }) => calls),
      close() {
        for (const one of served) one.close?.()
        void telephone.close?.()
      },
    }
  }
