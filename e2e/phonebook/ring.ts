/** A device that rings the phones of a test. */
import {
  getPhonebookEntries,
  removePhonebookEntries,
  setPhonebookEntries,
} from '@lintel/contract/calls/phonebook'
import { setSipConfiguration } from '@lintel/contract/calls/sip'
import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import type { Page } from '@playwright/test'
import { openSipPeer } from '../../device/src/engines/sip/testing/peer.ts'
import type { Rig } from '../rig/rig.ts'

/** A name that is longer than the display, in scripts of both directions. */
export const LONG_NAME = 'Grace 👩‍🚀 غريس हॉपर, Rear Admiral of the Mark I and of all compilers'

/**
 * An empty phonebook but for two contacts in an organisation, Ada, whose phone rings, and Grace, who answers; the call button
 * and a call group on the display ring both of them.
 */
export async function openHouse(rig: Rig) {
  const [ada, grace] = await Promise.all([openSipPeer(), openSipPeer()])
  ada.phone.manner = 'ring'
  const { phonebookEntries } = await rig.root.call(getPhonebookEntries, {})
  const ids = phonebookEntries.map(({ id }) => id).filter((id) => id !== CALL_BUTTON_RULE)
  await rig.root.call(removePhonebookEntries, { ids })
  await rig.root.call(setSipConfiguration, { SIPConfiguration: { SIPEnabled: true } })
  const contact = (id: string, firstName: string, keyTrigger: string, address: string) => ({
    id,
    type: 'Person' as const,
    firstName,
    keyTrigger,
    organisationId: 'house',
    callInformation: [{ type: 'SIP' as const, address: `sip:${id}@${address}` }],
  })
  await rig.root.call(setPhonebookEntries, {
    phonebookEntries: [
      { id: 'house', type: 'Organization', label: 'House' },
      contact('ada', 'Ada', '1', ada.address),
      contact('grace', LONG_NAME, '22', grace.address),
      {
        id: 'all',
        type: 'Rule',
        label: 'All',
        keyTrigger: '333',
        childIds: ['ada', 'grace'],
        UIAttributes: [{ Name: 'ButtonOnDisplay', Value: 'true' }],
      },
      { id: CALL_BUTTON_RULE, type: 'Rule', childIds: ['ada', 'grace'] },
    ],
  })
  return {
    ada,
    grace,
    close: () => Promise.all([ada.close(), grace.close()]),
  }
}

/** What happened, on the page of the bench. */
export const happenedOn = (page: Page) => page.getByRole('log', { name: 'What happened' })
