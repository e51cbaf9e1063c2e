import type { Engine } from '../engine.ts'
import type { MediaStatistics, Microphone } from '../media/types.ts'
import type {
  AccountStatus,
  CallStatus,
  LadderLine,
  ReceivedDigit,
  SipAccount,
  SipSettings,
} from '../sip/types.ts'

/** What the telephone needs of the SIP engine. */
export interface UserAgent extends Engine {
  configure(settings: SipSettings, accounts: readonly SipAccount[]): void
  /** Of all accounts, in their order. */
  statuses(): AccountStatus[]
  onStatus(listener: () => void): () => void
  call(to: string, accountId?: string): string
  answer(callId: string): void
  terminate(callId: string): void
  press(callId: string, digit: string): void
  speak(callId: string, microphone: Microphone): void
  /** Calls that are under way, then those that ended last, newest first. */
  calls(): CallStatus[]
  onCall(listener: (status: CallStatus) => void): () => void
  onDigit(listener: (digit: ReceivedDigit) => void): () => void
  onStatistics(listener: (callId: string, statistics: MediaStatistics) => void): () => void
  /** The messages of a call, or the registrations of an account. */
  ladder(id: string): LadderLine[]
}

/** Why a call can't even be tried. */
export class CannotCall extends Error {
  readonly reason: 'disabled' | 'noAccount' | 'badAddress' | 'tooMany'
  constructor(reason: CannotCall['reason']) {
    super(`The call is not possible: ${reason}.`)
    this.reason = reason
  }
}

const nothing = () => () => undefined

/** A user agent that makes no calls. */
export const noAgent = (): UserAgent => ({
  configure() {},
  statuses: () => [],
  onStatus: nothing,
  call() {
    throw new CannotCall('disabled')
  },
  answer() {},
  terminate() {},
  press() {},
  speak() {},
  calls: () => [],
  onCall: nothing,
  onDigit: nothing,
  onStatistics: nothing,
  ladder: () => [],
})
