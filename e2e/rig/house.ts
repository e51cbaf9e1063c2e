/** The phonebook of a door station that is set up, and the same with long names. */
import { setPhonebookEntries } from '@lintel/contract/calls/phonebook'
import type { InputOf } from '@lintel/contract/call'
import type { Client } from '@lintel/contract/client'

type Entries = InputOf<typeof setPhonebookEntries>['phonebookEntries']

/** An organisation with two contacts, a department and a call group, an empty one, and a contact outside. */
export const HOUSE: Entries = [
  { id: 'house', type: 'Organization', label: 'House', description: 'Main building' },
  {
    id: 'ada',
    type: 'Person',
    firstName: 'Ada',
    lastName: 'Lovelace',
    keyTrigger: '12',
    organisationId: 'house',
    callInformation: [{ type: 'SIP', address: 'sip:ada@192.0.2.7', accountid: '' }],
  },
  {
    id: 'bob',
    type: 'Person',
    firstName: 'Bob',
    lastName: 'Smith',
    keyTrigger: '11',
    organisationId: 'house',
    callInformation: [{ type: 'VMS' }],
  },
  { id: 'labs', type: 'Group', label: 'Labs', organisationId: 'house', childIds: ['bob'] },
  {
    id: 'desk',
    type: 'Rule',
    label: 'Reception',
    triggerType: 'Key',
    keyTrigger: '13',
    organisationId: 'house',
    childIds: ['ada', 'bob'],
    UIAttributes: [{ Name: 'ButtonOnDisplay', Value: 'true' }],
  },
  { id: 'garden', type: 'Organization', label: 'Garden' },
  {
    id: 'eve',
    type: 'Person',
    firstName: 'Eve',
    lastName: '',
    keyTrigger: '14',
    callInformation: [{ type: 'SIP', address: 'sip:eve@192.0.2.7', accountid: '' }],
  },
]

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän'

/** A dozen contacts and call groups more, with the longest names. */
export const LONG_NAMES: Entries = [
  {
    id: 'house',
    type: 'Organization',
    label: LONG.slice(0, 30),
    description: `${LONG} ${LONG} ${LONG}`,
  },
  ...Array.from({ length: 12 }, (_, place) => ({
    id: `long-${place}`,
    type: 'Person' as const,
    firstName: `${LONG}${place}`,
    lastName: place % 2 === 0 ? `von und zu ${LONG}` : LONG.repeat(5),
    keyTrigger: String(100_000 + place),
    organisationId: place % 3 === 0 ? '' : 'house',
    callInformation: [{ type: 'VMS' as const }],
  })),
  ...Array.from({ length: 12 }, (_, place) => ({
    id: `group-${place}`,
    type: 'Rule' as const,
    label: `${LONG} ${LONG} ${place}`,
    triggerType: 'Key',
    keyTrigger: String(200_000 + place),
    organisationId: 'house',
  })),
]

/** Stores entries in the device's phonebook. */
export const setEntries = (root: Client, phonebookEntries: Entries) =>
  root.call(setPhonebookEntries, { phonebookEntries })
