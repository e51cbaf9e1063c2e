import { Refusal } from '@lintel/contract/fault'
import type { MediaStatistics, Microphone } from '../../engines/media/types.ts'
import type {
  AccountStatus,
  CallStatus,
  LadderLine,
  ReceivedDigit,
  SipAccount,
  SipSettings,
} from '../../engines/sip/types.ts'

/** What the services need of the SIP engine. */
export interface UserAgent {
  /** Applies the settings and accounts; calls that are going on stay. */
  configure(settings: SipSettings, accounts: readonly SipAccount[]): void
  /** In the order of the accounts; empty while SIP is off. */
  statuses(): AccountStatus[]
  /** Calls that are going on, and those that ended a short while ago, oldest first. */
  calls(): CallStatus[]
  /**
   * Calls an address and returns the call's id.
   * @throws Refusal `invalid` for an address that can't be called, `busy` if no call is possible
   */
  call(to: string, accountId: string): string
  /** @throws Refusal `absent` if there is no such call */
  answer(callId: string): void
  /** @throws Refusal `absent` if there is no such call */
  hangUp(callId: string): void
  /** What is spoken into the microphone, in all calls. */
  speak(microphone: Microphone): void
  /** Sends a key in a call. */
  press(callId: string, digit: string): void
  /** What it remembers of the messages of a call, or of the registration of an account. */
  ladder(about: { callId?: string | undefined; accountId?: string | undefined }): LadderLine[]
  onAccount(fn: (status: AccountStatus) => void): () => void
  onCall(fn: (call: CallStatus) => void): () => void
  onDigit(fn: (digit: ReceivedDigit) => void): () => void
  onStatistics(fn: (callId: string, statistics: MediaStatistics) => void): () => void
}

/** @throws Refusal `busy` if the device has no user agent */
export function required(agent: UserAgent | undefined): UserAgent {
  if (!agent) throw new Refusal('busy', 'The device can make no calls.')
  return agent
}
