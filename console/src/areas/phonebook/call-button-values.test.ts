import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import { expect, test } from 'vitest'
import { callButtonEntries, callButtonValues, checkCallButton } from './call-button-values.ts'
import { listIn, listValue } from './parts/list-value.ts'

const entry = (id: string, type: PhonebookEntry['type'], more: Partial<PhonebookEntry> = {}) => ({
  id,
  type,
  label: '',
  image: '',
  childIds: [],
  ...more,
})

const STATE = {
  rule: entry(CALL_BUTTON_RULE, 'Rule', {
    label: 'Bell',
    keyTrigger: '9',
    CallButtonOnly: true,
    DisplayButton: false,
    childIds: ['ada', 'desk', 'night'],
    callInformation: [{ type: 'VMS', scheduleIds: ['day'] }],
  }),
  children: [
    entry('ada', 'Person'),
    entry('desk', 'CallInfo', {
      callInformation: [{ type: 'SIP', address: '1@a', accountid: 'main', scheduleIds: [] }],
    }),
    entry('night', 'Fallback', { childIds: ['bob'] }),
  ],
  idle: 'Off' as const,
}

test('the form has the recipients without the software, which is a box (PHONEBOOK-85, PHONEBOOK-89)', () => {
  const values = callButtonValues(STATE, 'main')
  expect(values).toMatchObject({
    displayButton: false,
    idle: 'Off',
    vms: true,
    fallback: 'CONTACT',
    fallbackContact: 'bob',
  })
  expect(listIn(values.recipients)).toEqual([
    { type: 'CONTACT', id: 'ada' },
    { type: 'SIP', id: 'desk', address: '1@a', account: 'main' },
  ])
  const none = callButtonValues({ rule: undefined, children: [], idle: undefined }, 'main')
  expect(none).toMatchObject({ displayButton: true, idle: '', vms: false, fallback: 'NONE' })
})

test('a save leaves label, speed dial and CallButtonOnly out, and the schedules of the software in (PHONEBOOK-88, OPEN-51, OPEN-64)', () => {
  const values = callButtonValues(STATE, 'main')
  const entries = callButtonEntries({ ...values, displayButton: true }, STATE, 'new')
  expect(entries.map(({ id, type }) => [id, type])).toEqual([
    ['night', 'Fallback'],
    ['desk', 'CallInfo'],
    [CALL_BUTTON_RULE, 'Rule'],
  ])
  expect(entries.at(-1)).toEqual({
    id: CALL_BUTTON_RULE,
    type: 'Rule',
    DisplayButton: true,
    childIds: ['ada', 'desk', 'night'],
    callInformation: [{ type: 'VMS', scheduleIds: ['day'] }],
  })
  const [rule] = callButtonEntries(
    { ...values, vms: false, fallback: 'NONE', recipients: listValue([]) },
    STATE,
    'new',
  )
  expect(rule).toMatchObject({ id: CALL_BUTTON_RULE, childIds: [], callInformation: [] })
})

test('a save keeps what the form does not show of an address and of the fallback', () => {
  const call = { type: 'SIP' as const, address: '1@a', accountid: 'main', scheduleIds: ['day'] }
  const [ada] = STATE.children
  const state = {
    ...STATE,
    children: [
      ...(ada ? [ada] : []),
      entry('desk', 'CallInfo', { callInformation: [call] }),
      entry('night', 'Fallback', { childIds: ['bob', 'eve'] }),
    ],
  }
  const [fallback, address] = callButtonEntries(callButtonValues(state, 'main'), state, 'new')
  expect(fallback).toMatchObject({ id: 'night', childIds: ['bob', 'eve'] })
  expect(address).toMatchObject({ id: 'desk', callInformation: [call] })
})

test('more recipients than six and an unfinished fallback are errors (PHONEBOOK-59, PHONEBOOK-80)', () => {
  const values = callButtonValues(STATE, 'main')
  expect(checkCallButton(values, [])).toEqual({})
  const recipients = listValue(
    Array.from({ length: 7 }, (_, place) => ({ type: 'CONTACT', id: String(place) })),
  )
  const wrong = checkCallButton({ ...values, recipients, fallbackContact: '' }, [])
  expect(Object.keys(wrong).toSorted()).toEqual(['fallbackContact', 'recipients'])
})
