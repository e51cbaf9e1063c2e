/** Fills the door station in the pictures with the data of an occupied house. */
import { seedDevice } from '@lintel/contract/bench'
import { presentCard } from '@lintel/contract/bench-reader'
import { playStory } from '@lintel/contract/bench-story'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { getPhonebookEntries, removePhonebookEntries } from '@lintel/contract/calls/phonebook'
import { setTimeZone } from '@lintel/contract/calls/time'
import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import { openSipPeer } from '../../device/src/engines/sip/testing/peer.ts'
import type { SipPeer } from '../../device/src/engines/sip/testing/peer.ts'
import { addGuard, addRule, whileScheduled } from '../events/rules.ts'
import { BADGE, writeReader } from '../reader/form.ts'
import { setEntries } from '../rig/house.ts'
import type { Rig } from '../rig/rig.ts'
import { addAccount, switchSip } from '../sip-accounts/form.ts'
import type { PastCall } from '../../device/src/state/testing/fill-call-log.ts'
import { fillLog, pastCalls } from '../sip-calls/past-calls.ts'

/** When the pictures are taken, by the device's clock: an afternoon, so that the camera sees something. */
const NOW = '2026-11-20T13:12:00.000Z'

/** How many hours of a day have calls. */
const HOURS = 8

const PASSWORD = 'flats-and-desk'

/** First name, last name, key and organisation of each contact. */
const CONTACTS = [
  ['Ada', 'Lindqvist', '11', 'flats'],
  ['Mateo', 'García', '12', 'flats'],
  ['Ines', 'Kowalska', '21', 'flats'],
  ['Jonas', 'Weber', '22', 'flats'],
  ['Sofia', 'Rossi', '31', 'flats'],
  ['Noah', 'Martin', '32', 'flats'],
  ['Concierge', '', '1', 'service'],
  ['Caretaker', '', '2', 'service'],
] as const

/** Contacts in two organisations; the concierge's phone is a peer's, and rings at the call button. */
async function fillPhonebook(rig: Rig, concierge: string): Promise<void> {
  const { phonebookEntries } = await rig.root.call(getPhonebookEntries, {})
  const ids = phonebookEntries.map(({ id }) => id).filter((id) => id !== CALL_BUTTON_RULE)
  await rig.root.call(removePhonebookEntries, { ids })
  await setEntries(rig.root, [
    { id: 'flats', type: 'Organization', label: 'Flats', description: 'Lindenstraße 4' },
    { id: 'service', type: 'Organization', label: 'Service', description: 'Ground floor' },
    ...CONTACTS.map(([firstName, lastName, keyTrigger, organisationId]) => {
      const id = firstName.toLowerCase()
      const address = id === 'concierge' ? `sip:${id}@${concierge}` : `sip:${id}@pbx.example.com`
      return {
        id,
        type: 'Person' as const,
        firstName,
        lastName,
        keyTrigger,
        organisationId,
        callInformation: [{ type: 'SIP' as const, address, accountid: '' }],
      }
    }),
    {
      id: CALL_BUTTON_RULE,
      type: 'Rule',
      childIds: ['concierge'],
    },
  ])
}

/** How many calls there were on each of the last days, the oldest first; more on some than on others. */
const CALLS_A_DAY = [3, 6, 5, 2, 1, 4, 7, 5, 4, 6, 2, 0, 5, 4, 8, 6, 5, 1, 2, 7, 5, 3]

/** The call log of these days: visitors call the flats, the front desk calls the door. */
async function callsSoFar(rig: Rig): Promise<PastCall[]> {
  const days = CALLS_A_DAY.length
  // One for every hour at which somebody may ring.
  const calls = await pastCalls(rig, days * HOURS, days)
  const flats = CONTACTS.filter(([, , , organisation]) => organisation === 'flats')
  return calls.flatMap((call, index) => {
    const [day, hour] = [Math.floor(index / HOURS), index % HOURS]
    if (hour >= (CALLS_A_DAY[day] ?? 0)) return []
    const [name] = flats[(index * 5) % flats.length] ?? ['desk']
    const time = `${String(7 + hour).padStart(2, '0')}:${String(10 + ((index * 17) % 49))}`
    const remote = `sip:${name.toLowerCase()}@pbx.example.com`
    return [{ ...call, remote, time, accountName: 'House' }]
  })
}

/** An account that is registered, and one whose password the registrar refuses. */
async function addAccounts(rig: Rig, peer: SipPeer): Promise<void> {
  await switchSip(rig, true)
  const at = { PublicDomain: '', Registrar: peer.address }
  await addAccount(rig, 'House', { ...at, UserId: 'house', Password: PASSWORD })
  await addAccount(rig, 'Night desk', { ...at, UserId: 'night', Password: 'changed-since' })
}

/** Three rules, one of which is switched off. */
async function addRules(rig: Rig): Promise<void> {
  const { id: recipient } = await addGuard(rig, 'Night guard')
  const night = await whileScheduled(rig, 'After Hours')
  await addRule(rig, {
    name: 'Tell the guard who rings out of hours',
    conditions: [night],
    template: 'com.axis.action.fixed.notification.smtp',
    recipient,
    parameters: { subject: 'Somebody rings at the front gate' },
  })
  await addRule(rig, {
    name: 'Blink when the desk asks',
    start: {
      topic: 'Device/IO/VirtualInput',
      items: [
        { name: 'port', value: '3' },
        { name: 'active', value: 'true' },
      ],
    },
  })
  await addRule(rig, { name: 'Show that the gate is open', enabled: false })
}

/** A furnished device, and the phone at its other end. */
export interface House {
  peer: SipPeer
  close(): Promise<void>
}

/** Gives a rig's device everything that the pictures show. */
export async function furnish(rig: Rig): Promise<House> {
  await rig.put('ready')
  await rig.bench.call(playStory, { action: 'stop', speed: 1 })
  const peer = await openSipPeer({ users: { house: PASSWORD, night: PASSWORD } })
  peer.phone.manner = 'ring'
  await rig.bench.call(seedDevice, { time: NOW })
  await rig.root.call(setTimeZone, { timeZone: 'Europe/Stockholm' })
  await rig.root.call(updateParameters, {
    'root.Network.Bonjour.FriendlyName': 'Front gate',
    'root.Network.UPnP.FriendlyName': 'Front gate',
    'root.IOPort.I3.Output.Name': 'Front door',
  })
  await fillPhonebook(rig, peer.address)
  await addAccounts(rig, peer)
  await addRules(rig)
  await writeReader(rig, { Protocol: 'Wiegand', CardDataConfigs: [BADGE] })
  await rig.bench.call(presentCard, { card: { type: 'UID/CSN', uid: '04A1B2C3', contents: [] } })
  await fillLog(rig, await callsSoFar(rig))
  return { peer, close: () => peer.close() }
}
