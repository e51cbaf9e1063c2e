import { expect, test } from 'vitest'
import {
  checkGroup,
  displayTaken,
  groupEntries,
  groupValues,
  newGroup,
  provesGroup,
  sameGroup,
  storesGroup,
} from './group-values.ts'
import type { GroupState, GroupValues } from './group-values.ts'
import { listValue } from './parts/list-value.ts'

const IDS = { entry: 'all', fallback: 'new-fallback' }
const ACCOUNT = { Id: 'peer', IsDefault: true, Registrar: null, PublicDomain: null }
const SIP = { type: 'SIP' as const, address: 'a@10.0.0.1', accountid: 'peer', scheduleIds: [] }
const entry = (id: string, type: string, more: object = {}) => ({
  id,
  type,
  label: '',
  childIds: [],
  image: '',
  ...more,
})
const STATE = {
  group: entry('all', 'Rule', {
    label: 'All',
    keyTrigger: '3',
    childIds: ['ada', 'desk', 'f'],
    UIAttributes: [
      { Name: 'Colour', Value: 'green' },
      { Name: 'ButtonOnDisplay', Value: 'true' },
    ],
  }),
  children: [
    entry('ada', 'Person'),
    entry('desk', 'CallInfo', { callInformation: [SIP] }),
    entry('f', 'Fallback', { callInformation: [SIP] }),
  ],
  organisation: undefined,
} as unknown as GroupState
const NOTHING: GroupState = { group: undefined, children: [], organisation: undefined }

function stored(more: Partial<GroupValues> = {}): GroupValues {
  const values = groupValues(STATE, 'peer')
  if (!values) throw new Error('there is a group')
  return { ...values, ...more }
}

test('a stored call group fills the form and is written back as it was (PHONEBOOK-60, PHONEBOOK-61, OPEN-61)', () => {
  expect(stored()).toMatchObject({
    label: 'All',
    onDisplay: true,
    speedDial: '3',
    fallback: 'SIP',
    fallbackAddress: 'a@10.0.0.1',
  })
  expect(groupEntries(stored(), STATE, IDS, '')).toMatchObject([
    { id: 'f', type: 'Fallback' },
    { id: 'desk', type: 'CallInfo' },
    {
      id: 'all',
      type: 'Rule',
      label: 'All',
      triggerType: 'Key',
      keyTrigger: '3',
      childIds: ['ada', 'desk', 'f'],
      UIAttributes: [
        { Name: 'Colour', Value: 'green' },
        { Name: 'ButtonOnDisplay', Value: 'true' },
      ],
    },
  ])
  expect(groupEntries(stored(), STATE, IDS, '').at(-1)).not.toHaveProperty('organisationId')
  expect(groupEntries(stored(), STATE, IDS, '').at(-1)).not.toHaveProperty('CallButtonOnly')
})

test('a new call group gets its organisation, and the value as text (PHONEBOOK-61, OPEN-61)', () => {
  const values = { ...newGroup('peer'), label: 'New' }
  expect(groupEntries(values, NOTHING, IDS, 'house')).toMatchObject([
    {
      organisationId: 'house',
      childIds: [],
      UIAttributes: [{ Name: 'ButtonOnDisplay', Value: 'false' }],
    },
  ])
})

function errorsOf(values: Partial<GroupValues>, callKeypad = true) {
  const features = { callKeypad, needsSpeedDial: true }
  const around = { features, accounts: [ACCOUNT], taken: () => undefined }
  const errors = checkGroup(stored(values), around)
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error.id]))
}

test('a call group needs a name and a speed dial, and six recipients are enough (PHONEBOOK-63, PHONEBOOK-64, PHONEBOOK-59)', () => {
  expect(errorsOf({})).toEqual({})
  expect(errorsOf({ label: '' })).toEqual({ label: 'validation.errorRequired' })
  expect(errorsOf({ label: 'x'.repeat(256) })).toEqual({})
  expect(errorsOf({ speedDial: '' })).toEqual({ speedDial: 'validation.errorRequired' })
  expect(errorsOf({ speedDial: '' }, false)).toEqual({})
  expect(errorsOf({ fallbackAddress: '' })).toEqual({
    fallbackAddress: 'validation.errorRequired',
  })
  const many = Array.from({ length: 7 }, (_, index) => ({ type: 'CONTACT', id: `c${index}` }))
  expect(errorsOf({ recipients: listValue(many.slice(1)) })).toEqual({})
  expect(errorsOf({ recipients: listValue(many) })).toEqual({
    recipients: 'phonebook.warnMaxRecipients',
  })
})

test('a save keeps the schedules of an address and of the fallback, which the form does not show', () => {
  const call = { ...SIP, scheduleIds: ['day'] }
  const state = {
    ...STATE,
    children: STATE.children.map((one) =>
      one.callInformation ? { ...one, callInformation: [call] } : one,
    ),
  }
  const [fallback, address] = groupEntries(stored({ label: 'New' }), state, IDS, '')
  expect(fallback).toMatchObject({ id: 'f', callInformation: [call] })
  expect(address).toMatchObject({ id: 'desk', callInformation: [call] })
})

test('the state of the device tells whether it has what was sent', () => {
  expect(sameGroup(stored(), stored())).toBe(true)
  expect(sameGroup(stored(), stored({ onDisplay: false }))).toBe(false)
  expect(storesGroup(STATE, stored())).toBe(true)
  expect(storesGroup(STATE, stored({ recipients: '[]' }))).toBe(false)
  expect(storesGroup(NOTHING, stored())).toBe(false)
  const file = new File([], 'a.png')
  expect(storesGroup(STATE, stored({ image: file }))).toBe(false)
  expect(provesGroup(STATE, stored(), stored())).toBe(true)
})

test('the display has room for two call groups, whoever they belong to (PHONEBOOK-58, OPEN-60)', () => {
  const [one, two] = [{ id: 'one' }, { id: 'two' }]
  expect(displayTaken([one], 'all')).toBeUndefined()
  expect(displayTaken([one, two], 'all')).toEqual([one, two])
  expect(displayTaken([one, two], 'two')).toBeUndefined()
})
