import type { RequestOf } from '@lintel/contract/call'
import type { addFollower } from '@lintel/contract/calls/audio-followers'
import { isAddressWithPort } from '@lintel/contract/rules/address'
import type { Problem } from '@lintel/contract/rules/problem'
import { problem } from '@lintel/contract/rules/problem'

/** What is needed to add a speaker: where it is, and an administrator's account there. */
export type NewFollowerValues = RequestOf<typeof addFollower>

const needed = (value: string) => (value === '' ? problem('validation.errorRequired') : undefined)

/** The device's rules for a speaker that is to be added. */
export function checkFollower({ address, user, password }: NewFollowerValues): {
  errors: Partial<Record<keyof NewFollowerValues, Problem | undefined>>
} {
  const wrong = isAddressWithPort(address)
    ? undefined
    : problem('validation.invalidIPAddressOrHostName')
  return {
    errors: {
      address: needed(address) ?? wrong,
      user: needed(user),
      password: needed(password),
    },
  }
}
