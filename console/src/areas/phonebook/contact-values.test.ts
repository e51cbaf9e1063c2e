import { expect, test } from 'vitest'
import {
  callIn,
  callInformationOf,
  callsOf,
  callValues,
  checkCallValues,
  newCall,
} from './calls.ts'
import {
  checkContact,
  contactEntries,
  contactValues,
  newContact,
  provesContact,
  sameContact,
  storesContact,
} from './contact-values.ts'
import type { ContactState, ContactValues } from './contact-values.ts'
import { inspectImage } from '../../app/image/image.ts'
import { listValue } from './parts/list-value.ts'

const ACCOUNT = { Id: 'peer', IsDefault: true, Registrar: null, PublicDomain: null }
const IDS = { entry: 'ada', fallback: 'new-fallback', department: 'new-department' }
const SIP = { type: 'SIP' as const, address: 'a@10.0.0.1', accountid: 'peer', scheduleIds: ['day'] }
const VMS = { type: 'VMS' as const, scheduleIds: [] }

const entry = <T extends string>(id: string, type: T, more: object = {}) => ({
  id,
  type,
  label: '',
  childIds: [] as string[],
  image: '',
  ...more,
})

const STATE: ContactState = {
  contact: entry('ada', 'Person', {
    firstName: 'Ada',
    lastName: 'Lovelace',
    keyTrigger: '1',
    callInformation: [SIP, VMS],
    childIds: ['f'],
    organisationId: 'house',
    image: '/image',
  }),
  fallback: entry('f', 'Fallback', { childIds: ['bob'] }),
  organisation: undefined,
  departments: [
    entry('labs', 'Group', { label: 'Labs', childIds: ['ada', 'bob'] }),
    entry('desk', 'Group', { label: 'Desk', childIds: ['eve'] }),
  ] as ContactState['departments'],
}
const NOTHING: ContactState = { ...STATE, contact: undefined, fallback: undefined }

function stored(more: Partial<ContactValues> = {}): ContactValues {
  const values = contactValues(STATE, 'peer')
  if (!values) throw new Error('there is a contact')
  return { ...values, ...more }
}

test('a stored contact fills the form (PHONEBOOK-38, PHONEBOOK-39, PHONEBOOK-40)', () => {
  expect(stored()).toMatchObject({
    firstName: 'Ada',
    lastName: 'Lovelace',
    speedDial: '1',
    department: 'SELECT',
    departmentId: 'labs',
    fallback: 'CONTACT',
    fallbackContact: 'bob',
    image: '/image',
  })
  expect(callInformationOf(callsOf([SIP, VMS]))).toEqual([SIP, VMS])
  // Devices may leave out what is empty.
  expect(callsOf([{ type: 'SIP', address: 'a' }])).toMatchObject([{ account: '', scheduleIds: [] }])
  expect(contactValues(NOTHING, 'peer')).toBeUndefined()
})

test('an unchanged form writes what there is, in the order of the specification (PHONEBOOK-50)', () => {
  expect(contactEntries(stored(), STATE, IDS, '')).toEqual([
    { id: 'f', type: 'Fallback', callInformation: [], childIds: ['bob'] },
    {
      id: 'ada',
      type: 'Person',
      firstName: 'Ada',
      lastName: 'Lovelace',
      keyTrigger: '1',
      callInformation: [SIP, VMS],
      childIds: ['f'],
    },
  ])
})

const entriesOf = (values: ContactValues, state = STATE) =>
  contactEntries(values, state, IDS, 'house').map(({ id, childIds }) => [id, childIds])

test('a contact leaves its department before it joins another (PHONEBOOK-50, PHONEBOOK-40)', () => {
  expect(entriesOf(stored({ departmentId: 'desk' }))).toEqual([
    ['f', ['bob']],
    ['labs', ['bob']],
    ['desk', ['eve', 'ada']],
    ['ada', ['f']],
  ])
  expect(entriesOf(stored({ department: 'NONE' }))).toEqual([
    ['f', ['bob']],
    ['labs', ['bob']],
    ['ada', ['f']],
  ])
})

test('a new contact brings its fallback, new department and organisation (PHONEBOOK-50)', () => {
  const values: ContactValues = {
    ...newContact('peer'),
    firstName: 'Ada',
    department: 'NEW',
    departmentName: 'Attic',
    fallback: 'CONTACT',
    fallbackContact: 'bob',
  }
  expect(contactEntries(values, NOTHING, IDS, 'house')).toMatchObject([
    { id: 'new-fallback', type: 'Fallback' },
    {
      id: 'new-department',
      type: 'Group',
      label: 'Attic',
      organisationId: 'house',
      childIds: ['ada'],
    },
    { id: 'ada', type: 'Person', organisationId: 'house', childIds: ['new-fallback'] },
  ])
})

test('without a fallback the contact names none, so the device removes it (PHONEBOOK-50)', () => {
  expect(entriesOf(stored({ fallback: 'NONE' }))).toEqual([['ada', []]])
})

const DOOR = { callKeypad: true, departments: true, needsSpeedDial: true }

function errorsOf(values: Partial<ContactValues>, features = DOOR): Record<string, unknown> {
  const around = { features, accounts: [ACCOUNT], taken: () => undefined }
  const errors = checkContact(stored(values), around)
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error.id]))
}

test('one of the names is required, else both say so (PHONEBOOK-41)', () => {
  expect(errorsOf({ firstName: '' })).toEqual({})
  expect(errorsOf({ lastName: '' })).toEqual({})
  expect(errorsOf({ firstName: '', lastName: '' })).toEqual({
    firstName: 'validation.errorRequired',
    lastName: 'validation.errorRequired',
  })
  expect(errorsOf({ firstName: 'x'.repeat(10_000) })).toEqual({
    firstName: 'validation.errorMaxCharacters',
  })
})

test('a speed dial is required where it is shown, except where it may be empty (PHONEBOOK-42, OPEN-51)', () => {
  expect(errorsOf({ speedDial: '' })).toEqual({ speedDial: 'validation.errorRequired' })
  expect(errorsOf({ speedDial: '' }, { ...DOOR, needsSpeedDial: false })).toEqual({})
  expect(errorsOf({ speedDial: '1a' }, { ...DOOR, callKeypad: false })).toEqual({})
})

test('a speed dial has six of the right characters at most (PHONEBOOK-43, PHONEBOOK-44)', () => {
  expect(errorsOf({ speedDial: '12#' })).toEqual({ speedDial: 'phonebook.invalidPhoneNumber' })
  expect(errorsOf({ speedDial: '1*|456' })).toEqual({})
  expect(errorsOf({ speedDial: '1234567' })).toEqual({
    speedDial: 'validation.errorMaxCharacters',
  })
})

test('the image and the fallback are checked as in every form of the phonebook (PHONEBOOK-49)', async () => {
  const image = new File(['GIF89a'], 'face.png')
  await inspectImage(image)
  expect(errorsOf({ image })).toEqual({ image: 'validation.invalidImageFile' })
  const required = 'validation.errorRequired'
  expect(errorsOf({ fallbackContact: '' })).toEqual({ fallbackContact: required })
  expect(errorsOf({ fallback: 'SIP' })).toEqual({ fallbackAddress: required })
  expect(errorsOf({ fallback: 'NONE', fallbackContact: '' })).toEqual({})
})

test('a department needs a name or a choice (PHONEBOOK-46, PHONEBOOK-47)', () => {
  expect(errorsOf({ department: 'NEW' })).toEqual({ departmentName: 'validation.errorRequired' })
  expect(errorsOf({ departmentId: '' })).toEqual({ departmentId: 'validation.errorRequired' })
  expect(errorsOf({ departmentId: '' }, { ...DOOR, departments: false })).toEqual({})
})

test('a call needs an address, unless the video management software is called (PHONEBOOK-48)', () => {
  const values = callValues(newCall('peer'))
  expect(values).toEqual({ type: 'SIP', address: '', account: 'peer', schedules: '' })
  expect(checkCallValues(values, [ACCOUNT]).address?.id).toBe('validation.errorRequired')
  expect(checkCallValues({ ...values, type: 'VMS' }, [ACCOUNT])).toEqual({})
  expect(callIn({ ...values, address: 'a', schedules: 'day night' }, '7')).toEqual({
    id: '7',
    type: 'SIP',
    address: 'a',
    account: 'peer',
    scheduleIds: ['day', 'night'],
  })
  const gone = listValue([{ ...newCall('gone'), id: '0', address: 'a@10.0.0.1' } as { id: string }])
  expect(errorsOf({ calls: gone })).toEqual({ calls: 'phonebook.calls.wrong' })
})

test('forms are the same if they mean the same, a new department included', () => {
  const same = (one: Partial<ContactValues>, other: Partial<ContactValues>) =>
    sameContact(stored(one), stored(other), IDS)
  expect(same({ departmentName: 'x' }, {})).toBe(true)
  expect(same({ firstName: 'x' }, {})).toBe(false)
  expect(same({ image: '' }, {})).toBe(false)
  const created = { department: 'NEW', departmentName: 'Attic' } as const
  expect(same(created, { departmentId: 'new-department' })).toBe(true)
  expect(same(created, { ...created, departmentName: 'Roof' })).toBe(false)
  expect(same(created, {})).toBe(false)
})

test('after a lost answer the device’s state tells what it has, but not which image', () => {
  const sent = stored({ firstName: 'Adele', department: 'NEW', departmentName: 'Attic' })
  expect(storesContact(STATE, sent)).toBe(false)
  const after: ContactState = {
    ...STATE,
    contact: { ...STATE.contact, firstName: 'Adele' } as ContactState['contact'],
    departments: [
      entry('any', 'Group', { label: 'Attic', childIds: ['ada'] }),
    ] as ContactState['departments'],
  }
  expect(storesContact(after, sent)).toBe(true)
  expect(provesContact(after, sent, stored())).toBe(true)
  const file = new File([], 'a.png')
  expect(provesContact(after, { ...sent, image: file }, stored())).toBe(false)
  expect(provesContact(after, { ...sent, image: file }, stored({ image: '' }))).toBe(true)
  expect(storesContact(NOTHING, sent)).toBe(false)
})

test('a save keeps the other contacts of a fallback, which the form does not show', () => {
  const state = { ...STATE, fallback: entry('f', 'Fallback', { childIds: ['bob', 'eve'] }) }
  const [fallback] = contactEntries(stored({ firstName: 'Eva' }), state, IDS, 'house')
  expect(fallback).toMatchObject({ id: 'f', childIds: ['bob', 'eve'] })
})
