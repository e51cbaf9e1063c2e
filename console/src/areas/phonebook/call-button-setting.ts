import { getConfiguration, updateConfiguration } from '@lintel/contract/calls/intercom'
import { setPhonebookEntries } from '@lintel/contract/calls/phonebook'
import type { CallOptions } from '@lintel/contract/client'
import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import { device } from '../../app/device.ts'
import { PartlySaved, storedSetting } from '../../app/stored/stored-setting.ts'
import {
  callButtonEntries,
  callButtonValues,
  sameCallButton,
  sameRule,
} from './call-button-values.ts'
import type { CallButtonState, CallButtonValues } from './call-button-values.ts'
import { newEntryId } from '../../app/entry-id.ts'
import { AREA } from './lists.ts'
import { entriesWith } from './parts/entries.ts'
import { readListsLater } from './parts/read-again.ts'

/** Reads the rule with its recipients and fallback, and how the button is lit. */
async function readCallButton(options: CallOptions): Promise<CallButtonState> {
  const { signal } = options
  const also = signal ? { signal } : {}
  const [rule] = await entriesWith([CALL_BUTTON_RULE], options)
  const [children, { Configuration }] = await Promise.all([
    entriesWith(rule?.childIds ?? [], also),
    device.call(getConfiguration, {}, also),
  ])
  return { rule, children, idle: Configuration.CallButtonIdleBehavior }
}

/**
 * Whom the call button calls, and how it is lit: the rule in the phonebook, and a member of the
 * intercom's configuration. B §3.
 * @param account the id of the account that new addresses are called with
 */
export const callButtonSetting = (account: string) =>
  storedSetting<CallButtonState, CallButtonValues>({
    key: [AREA, 'callButton'],
    read: readCallButton,
    call: setPhonebookEntries.id,
    values: (state) => callButtonValues(state, account),
    same: sameCallButton,
    async write(sent, { now, options }) {
      const stored = callButtonValues(now, account)
      if (!sameRule(sent, stored)) {
        const phonebookEntries = callButtonEntries(sent, now, newEntryId())
        await device.call(setPhonebookEntries, { phonebookEntries }, options)
        readListsLater()
      }
      if (sent.idle === '' || sent.idle === stored.idle) return undefined
      try {
        const Configuration = { CallButtonIdleBehavior: sent.idle }
        await device.call(updateConfiguration, { Configuration })
      } catch (cause) {
        // Alone, it is the whole save that failed.
        if (sameRule(sent, stored)) throw cause
        throw new PartlySaved('', { cause, left: ['idle'] })
      }
      return undefined
    },
  })
