import { Refusal } from '@lintel/contract/fault'
import { newlyHidden } from '@lintel/contract/rules/dtmf'
import type { DtmfScopes } from '@lintel/contract/rules/dtmf'
import type { Device } from '../../device.ts'

type Parts = Pick<Device, 'dtmfTriggers' | 'dtmfConfigurations' | 'sipAccounts'>

const scopesOf = ({ dtmfTriggers, dtmfConfigurations, sipAccounts }: Parts): DtmfScopes => ({
  triggers: dtmfTriggers.all(),
  configurations: dtmfConfigurations.all(),
  accounts: sipAccounts.all(),
})

/**
 * Makes a change of triggers, configurations or accounts, unless a code could no longer be entered
 * after it, because another one acts before it is complete.
 * @throws Refusal `invalid`; then nothing has changed
 */
export function keepingCodes<R>(device: Parts, work: () => R): R {
  const { dtmfTriggers: triggers, dtmfConfigurations: configurations, sipAccounts } = device
  const before = scopesOf(device)
  const nameOf = (id: string) => triggers.find(id)?.name ?? ''
  return sipAccounts.change(() =>
    configurations.change(() =>
      triggers.change(() => {
        const result = work()
        const [found] = newlyHidden(before, scopesOf(device))
        if (!found) return result
        throw new Refusal(
          'invalid',
          `The code of the trigger ${nameOf(found.hidden)} could not be entered: it contains that of ${nameOf(found.by)}, which acts first.`,
        )
      }),
    ),
  )
}
