import { Refusal } from '@lintel/contract/fault'
import { callAddress } from '@lintel/contract/rules/call-button'
import {
  CALL_BUTTON_RULE,
  GROUPS_ON_DISPLAY_MAX,
  RECIPIENTS_MAX,
  name,
  needsSpeedDial,
  organisationLabel,
  requiredName,
  speedDial,
} from '@lintel/contract/rules/phonebook'
import type { Rule } from '@lintel/contract/rules/problem'
import type { Device } from '../../device.ts'
import type { StoredEntry } from '../../state/phonebook/rows.ts'

/**
 * The check of entries that a client writes: the rules of the forms, and those that depend on other
 * entries and on the accounts. It gets an entry as it would be stored. Source: specification B §5.
 * @param imported whether the entries come from another device, whose accounts and keypad may differ
 */
export function checksOf(device: Device, imported = false) {
  const { phonebook, sipAccounts, product } = device
  const { callKeypad = false } = product.capabilities ?? {}
  const isRequired = !imported && needsSpeedDial({ callKeypad, number: product.number })

  function checkSpeedDial(entry: StoredEntry, at: string): void {
    const { keyTrigger, type } = entry
    expect(
      speedDial(isRequired && entry.entry !== CALL_BUTTON_RULE),
      keyTrigger,
      `${at}.keyTrigger`,
    )
    // Books of other devices may hold call groups with the speed dial of a contact (OPEN-55).
    const others = phonebook
      .withSpeedDial(keyTrigger)
      .filter((other) => other.id !== entry.id && (!imported || other.type === type))
    if (others.length > 0) {
      throw new Refusal('invalid', `Parameter '${at}.keyTrigger' is not unique.`)
    }
  }

  function checkCalls({ record }: StoredEntry, at: string): void {
    for (const [place, call] of (record.callInformation ?? []).entries()) {
      if (call.type !== 'SIP') continue
      const where = `${at}.callInformation.${place}`
      const id = call.accountid
      const account = sipAccounts
        .all()
        .find(({ Id, IsDefault }) => (id === '' ? IsDefault : Id === id))
      if (!account && id !== '' && !imported) throw invalid(`${where}.accountid`)
      if (account) expect(callAddress(account), call.address, `${where}.address`)
      else if (call.address === '') throw invalid(`${where}.address`)
    }
  }

  function checkRule(entry: StoredEntry, at: string): void {
    expect(requiredName, entry.label, `${at}.label`)
    checkSpeedDial(entry, at)
    const recipients = phonebook
      .childrenOf(entry)
      .filter((id) => phonebook.find(id)?.type !== 'Fallback')
    if (recipients.length > RECIPIENTS_MAX) {
      throw new Refusal('invalid', `At most ${RECIPIENTS_MAX} recipients.`)
    }
    const shown = entry.onDisplay ? phonebook.count({ type: 'Rule', onDisplay: true }) : 0
    if (shown > GROUPS_ON_DISPLAY_MAX) {
      throw new Refusal('invalid', `At most ${GROUPS_ON_DISPLAY_MAX} call groups on the display.`)
    }
  }

  /** @param place of the entry in the request, for the message */
  return (entry: StoredEntry, place: number): void => {
    const at = `phonebookEntries.${place}`
    checkCalls(entry, at)
    switch (entry.type) {
      case 'Organization':
        expect(organisationLabel, entry.label, `${at}.label`)
        expect(name, entry.description, `${at}.description`)
        break
      case 'Person':
        if (entry.firstName === '' && entry.lastName === '') throw invalid(`${at}.firstName`)
        expect(name, entry.firstName, `${at}.firstName`)
        expect(name, entry.lastName, `${at}.lastName`)
        checkSpeedDial(entry, at)
        break
      case 'Group':
        expect(requiredName, entry.label, `${at}.label`)
        break
      case 'Rule':
        checkRule(entry, at)
        break
      case 'Fallback':
      case 'CallInfo':
        break
    }
  }
}

const invalid = (parameter: string): Refusal =>
  new Refusal('invalid', `Parameter '${parameter}' is not valid.`)

function expect(rule: Rule, value: string, parameter: string): void {
  if (rule(value)) throw invalid(parameter)
}
