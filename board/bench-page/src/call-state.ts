import type { CallAtFront } from '@lintel/contract/wire'

/** Whether the device is called, calls somebody, or people talk; undefined without a call. */
export type CallState = CallAtFront['state'] | undefined

/** The state of the call that people notice most. */
export const callStateOf = (calls: readonly CallAtFront[]): CallState =>
  (['ringing', 'calling', 'active'] as const).find((state) =>
    calls.some((call) => call.state === state),
  )
