import type { Engine } from '../engine.ts'
import { CannotCall } from '../sip/sip.ts'
import type { Sip } from '../sip/sip.ts'

/** What the telephone needs of the SIP engine. */
export type UserAgent = Pick<
  Sip,
  | 'configure'
  | 'statuses'
  | 'onStatus'
  | 'call'
  | 'answer'
  | 'terminate'
  | 'press'
  | 'speak'
  | 'calls'
  | 'onCall'
  | 'onDigit'
  | 'onStatistics'
  | 'ladder'
> &
  Engine

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
