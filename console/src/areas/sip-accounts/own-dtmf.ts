/** The DTMF configuration that a registered account has for itself alone. B §4. */
import { getSipAccounts } from '@lintel/contract/calls/sip-accounts'
import { getDtmfConfigurations, setDtmfConfiguration } from '@lintel/contract/calls/sip-dtmf'
import type { DtmfConfiguration } from '@lintel/contract/calls/sip-dtmf'
import { isLost } from '@lintel/contract/fault'
import { device } from '../../app/device.ts'

/** Names of configurations that this console has made, or tried to, for accounts that it could not save. */
const tried = new Set<string>()

/**
 * The id of a configuration for a new account, which is made before the account. One that an earlier
 * attempt has left behind is used again.
 */
export async function createDtmf(name: string): Promise<string> {
  const left = await leftBehind(new Set([...tried, name]))
  tried.add(name)
  if (left?.Name === name) return left.Id
  const DTMFConfiguration = {
    ...(left ? { Id: left.Id } : {}),
    Name: name,
    RFC2833: true,
    RFC2976: true,
    DTMFTriggerId: '',
  }
  const { DTMFConfigurationId } = await device.call(setDtmfConfiguration, { DTMFConfiguration })
  return DTMFConfigurationId
}

/** The account that it was made for is saved. */
export const dtmfUsed = (): void => tried.clear()

/** A configuration of such a name that no account has, and that nobody has changed since. */
async function leftBehind(names: ReadonlySet<string>): Promise<DtmfConfiguration | undefined> {
  try {
    const { DTMFConfiguration: all } = await device.call(getDtmfConfigurations, {})
    const found = all.filter((one) => names.has(one.Name) && isUntouched(one))
    if (found.length === 0) return undefined
    const { SIPAccount } = await device.call(getSipAccounts, {})
    const used = new Set(SIPAccount.map(({ DTMFConfigurationId }) => DTMFConfigurationId))
    return found.find(({ Id }) => !used.has(Id))
  } catch (fault) {
    if (isLost(fault)) throw fault
    // A device that doesn't tell gets a new one.
    return undefined
  }
}

/** Whether it is as it was made, without triggers and without what other firmware may know. */
const isUntouched = ({
  Id: _id,
  Name: _name,
  RFC2833,
  RFC2976,
  DTMFTriggerId,
  ...more
}: DtmfConfiguration) =>
  RFC2833 && RFC2976 && DTMFTriggerId.length === 0 && Object.keys(more).length === 0
