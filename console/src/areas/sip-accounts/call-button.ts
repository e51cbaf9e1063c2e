/** Whom the call button calls, as the card holds it. */
import { getRingAddress, setRingAddress } from '@lintel/contract/calls/call-log'
import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { problem } from '@lintel/contract/rules/problem'
import { checkRing, ringAccount } from '@lintel/contract/rules/call-button'
import type { RingAddress } from '@lintel/contract/rules/call-button'
import type { Checked } from '@lintel/ui/form'
import { device } from '../../app/device.ts'
import { storedSetting } from '../../app/stored/stored-setting.ts'

/** The form of the card. */
export type RingValues = Pick<RingAddress, keyof RingAddress>

export const ringSetting = storedSetting<RingAddress, RingValues>({
  key: ['sip', 'callButton'],
  read: (options) => device.call(getRingAddress, {}, options),
  call: setRingAddress.id,
  values: (ring) => ring,
  async write(sent, { options }) {
    await device.call(setRingAddress, sent, options)
    return undefined
  },
})

/** The errors of the form, and a warning of an account that can't call at present. */
export function checkButton(
  values: RingValues,
  accounts: readonly ListedSipAccount[],
): Checked<RingValues> {
  const off = values.account !== '' && ringAccount(values, accounts)?.Enabled === false
  return {
    errors: checkRing(values, accounts),
    warnings: off ? { account: problem('sipAccounts.button.accountOff') } : {},
  }
}

/** What a press of the call button leads to: a call, or a reason why there is none. */
export type ButtonStanding = 'nobody' | 'sipOff' | 'noAccount' | 'wrong' | 'calls'

/**
 * What a press of the call button leads to.
 * @param sipOn whether SIP is enabled; undefined while that is unknown
 */
export function buttonStanding(
  ring: RingAddress,
  accounts: readonly ListedSipAccount[],
  sipOn: boolean | undefined,
): ButtonStanding {
  if (ring.address === '') return 'nobody'
  if (sipOn === false) return 'sipOff'
  if (!ringAccount(ring, accounts)?.Enabled) return 'noAccount'
  return checkRing(ring, accounts).address ? 'wrong' : 'calls'
}
