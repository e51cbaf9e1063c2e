import { problem } from '@lintel/contract/rules/problem'
import { expect, test } from 'vitest'
import { newEntryId } from '../../../app/entry-id.ts'
import {
  checkFallback,
  fallbackEntry,
  fallbackKey,
  fallbackValues,
  noFallback,
} from './fallback.ts'
import {
  hasImage,
  imageProblem,
  inspectImage,
  provesImage,
  rejectImage,
} from '../../../app/image/image.ts'
import { movedTo } from './list-value.ts'
import { checkRecipient, newRecipient, recipientIn } from './recipient-values.ts'
import {
  ordered,
  recipientEntries,
  recipientMembers,
  recipientsOf,
  VMS_RECIPIENT,
} from './recipients.ts'
import type { Recipient } from './recipients.ts'
import { checkTarget, defaultAccount } from './target.ts'

const account = (Id: string, more: object = {}) => ({
  Id,
  IsDefault: false,
  Enabled: true,
  Registrar: null,
  PublicDomain: null,
  ...more,
})
const ACCOUNTS = [account('peer', { IsDefault: true }), account('pbx', { Registrar: 'pbx.test' })]

const idsOf = (errors: Record<string, { id: string } | undefined>) =>
  Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.id]))

test('an id of an entry is one that devices accept, and never the same', () => {
  const ids = Array.from({ length: 100 }, newEntryId)
  expect(new Set(ids).size).toBe(100)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{32}$/)
})

test('an address depends on the account that calls it (PHONEBOOK-48, PHONEBOOK-71)', () => {
  const errors = (address: string, id: string) =>
    idsOf(checkTarget({ address, account: id }, ACCOUNTS))
  expect(errors('', 'pbx')).toEqual({ address: 'validation.errorRequired' })
  expect(errors('100', 'pbx')).toEqual({})
  expect(errors('100', 'peer')).toEqual({ address: 'sip.callAddressHost' })
  expect(errors('100@10.0.0.1', '')).toEqual({})
  expect(errors('100@10.0.0.1', 'gone')).toEqual({ account: 'sip.noSuchAccount' })
  expect(errors('', 'gone')).toHaveProperty('address', 'validation.errorRequired')
  expect(defaultAccount(ACCOUNTS)).toBe('peer')
  expect(defaultAccount([])).toBe('')
})

test('a fallback is read, checked and written by its type (PHONEBOOK-77, PHONEBOOK-78, PHONEBOOK-81)', () => {
  const none = noFallback('peer')
  expect(fallbackValues(undefined, 'peer')).toEqual(none)
  expect(fallbackEntry(none, 'f', undefined)).toBeUndefined()

  const bob = fallbackValues({ childIds: ['bob'] }, 'peer')
  expect(bob).toEqual({ ...none, fallback: 'CONTACT', fallbackContact: 'bob' })
  expect(fallbackEntry(bob, 'f', undefined)).toEqual({
    id: 'f',
    type: 'Fallback',
    callInformation: [],
    childIds: ['bob'],
  })

  const call = { type: 'SIP' as const, address: '100', accountid: 'pbx', scheduleIds: [] }
  const desk = fallbackValues({ childIds: [], callInformation: [call] }, 'peer')
  expect(desk).toMatchObject({ fallback: 'SIP', fallbackAddress: '100', fallbackAccount: 'pbx' })
  expect(fallbackEntry(desk, 'f', undefined)).toMatchObject({
    callInformation: [{ type: 'SIP', address: '100', accountid: 'pbx' }],
    childIds: [],
  })
  // What the form doesn't show stays.
  const stored = { childIds: ['bob', 'eve'], callInformation: [{ ...call, scheduleIds: ['day'] }] }
  expect(fallbackEntry({ ...desk, fallbackAddress: '7' }, 'f', stored)).toMatchObject({
    callInformation: [{ address: '7', scheduleIds: ['day'] }],
    childIds: ['bob', 'eve'],
  })
  expect(fallbackEntry(bob, 'f', stored)).toMatchObject({ childIds: ['bob', 'eve'] })
  const eve = { ...bob, fallbackContact: 'eve' }
  expect(fallbackEntry(eve, 'f', stored)).toMatchObject({ childIds: ['eve'], callInformation: [] })
  const vms = { type: 'VMS' as const, scheduleIds: ['night'] }
  const beside = { childIds: ['bob', 'eve'], callInformation: [vms] }
  expect(fallbackEntry(bob, 'f', beside)).toMatchObject({
    childIds: ['bob', 'eve'],
    callInformation: [vms],
  })
  const alone = { childIds: [], callInformation: [vms] }
  expect(fallbackEntry(fallbackValues(alone, ''), 'f', alone)).toMatchObject(alone)
  // An address in place of contacts, and nothing in place of them.
  expect(fallbackEntry(desk, 'f', { childIds: ['bob'] })).toMatchObject({ childIds: [] })
  expect(fallbackEntry(none, 'f', beside)).toBeUndefined()
  // Fields of another type don't count.
  expect(fallbackKey({ ...desk, fallbackContact: 'bob' })).toBe(fallbackKey(desk))
  expect(fallbackKey({ ...desk, fallback: 'NONE' })).toBe(fallbackKey(none))
  expect(fallbackKey(bob)).not.toBe(fallbackKey(desk))
})

test('a fallback needs its contact or address (PHONEBOOK-79, PHONEBOOK-80, PHONEBOOK-81)', () => {
  const none = noFallback('peer')
  expect(checkFallback(none, ACCOUNTS)).toEqual({})
  const errors = (values: object) => idsOf(checkFallback({ ...none, ...values }, ACCOUNTS))
  expect(errors({ fallback: 'CONTACT' })).toEqual({ fallbackContact: 'validation.errorRequired' })
  expect(errors({ fallback: 'CONTACT', fallbackContact: 'bob' })).toEqual({})
  expect(errors({ fallback: 'SIP' })).toEqual({ fallbackAddress: 'validation.errorRequired' })
  expect(errors({ fallback: 'SIP', fallbackAddress: '100@10.0.0.1' })).toEqual({})
  expect(errors({ fallback: 'SIP', fallbackAddress: '1', fallbackAccount: 'gone' })).toEqual({
    fallbackAccount: 'sip.noSuchAccount',
  })
})

const entry = (id: string, type: 'Person' | 'CallInfo' | 'Fallback', more: object = {}) => ({
  id,
  type,
  label: '',
  childIds: [],
  image: '',
  ...more,
})
const SIP = { type: 'SIP' as const, address: '100', accountid: 'pbx', scheduleIds: [] }
const VMS = { type: 'VMS' as const, scheduleIds: ['night'] }
const RULE = { childIds: ['ada', 'desk', 'gone', 'f'], callInformation: [VMS] }
const RECIPIENTS: Recipient[] = [
  VMS_RECIPIENT,
  { type: 'CONTACT', id: 'ada' },
  { type: 'SIP', id: 'desk', address: '100', account: 'pbx' },
]

test('recipients are read in their order, and written back as they were (PHONEBOOK-69, PHONEBOOK-60)', () => {
  const entries = [
    entry('f', 'Fallback'),
    entry('desk', 'CallInfo', { callInformation: [SIP] }),
    entry('ada', 'Person'),
  ]
  expect(recipientsOf(RULE, entries)).toEqual(RECIPIENTS)
  expect(recipientEntries(RECIPIENTS, [])).toEqual([
    {
      id: 'desk',
      type: 'CallInfo',
      callInformation: [{ type: 'SIP', address: '100', accountid: 'pbx' }],
    },
  ])
  // What the form doesn't show of an address stays.
  const calls = [VMS, { ...SIP, scheduleIds: ['day'] }, { ...SIP, address: '8' }]
  const stored = [entry('desk', 'CallInfo', { callInformation: calls })]
  expect(recipientsOf(RULE, stored)).toEqual(RECIPIENTS.filter(({ id }) => id !== 'ada'))
  expect(recipientEntries(RECIPIENTS, stored)).toMatchObject([{ callInformation: calls }])
  expect(recipientMembers(RECIPIENTS, 'f', RULE)).toEqual({
    childIds: ['ada', 'desk', 'f'],
    callInformation: [VMS],
  })
  expect(recipientMembers([], undefined, { callInformation: [SIP, VMS] })).toEqual({
    childIds: [],
    callInformation: [SIP],
  })
  expect(recipientMembers([VMS_RECIPIENT], undefined, undefined)).toEqual({
    childIds: [],
    callInformation: [{ type: 'VMS' }],
  })
})

test('items move among each other, and the video management software, told first, stays first', () => {
  const [vms, ada, desk] = RECIPIENTS
  expect(ordered([ada, desk, vms].flatMap((one) => one ?? []))).toEqual(RECIPIENTS)
  expect(movedTo(RECIPIENTS, 'desk', 1).map(({ id }) => id)).toEqual(['VMS', 'desk', 'ada'])
  expect(movedTo(RECIPIENTS, 'nobody', 0)).toEqual(RECIPIENTS)
})

test('a recipient is valid when it is complete and possible (PHONEBOOK-70, PHONEBOOK-71, PHONEBOOK-72)', () => {
  const around = { accounts: ACCOUNTS, sipOff: false, vms: true, recipients: [] }
  const errors = (values: object, more: object = {}) =>
    idsOf(checkRecipient({ ...newRecipient('peer'), ...values }, { ...around, ...more }))
  expect(errors({})).toEqual({ type: 'validation.errorRequired' })
  expect(errors({ type: 'CONTACT' })).toEqual({ contact: 'validation.errorRequired' })
  expect(errors({ type: 'CONTACT', contact: 'ada' })).toEqual({})
  const again = { type: 'CONTACT', contact: 'ada' }
  expect(errors(again, { recipients: RECIPIENTS })).toEqual({
    contact: 'phonebook.recipient.twice',
  })
  expect(errors({ type: 'SIP' })).toEqual({ address: 'validation.errorRequired' })
  expect(errors({ type: 'SIP', address: '100@10.0.0.1' })).toEqual({})
  expect(errors({ type: 'VMS' })).toEqual({})
  expect(errors({ type: 'VMS' }, { vms: false })).toEqual({ type: 'validation.errorInvalid' })
  expect(errors({ type: 'VMS' }, { recipients: RECIPIENTS })).toEqual({
    type: 'phonebook.recipient.twice',
  })
})

test('without SIP an address is no valid recipient (PHONEBOOK-76)', () => {
  const values = { ...newRecipient('peer'), type: 'SIP' as const, address: '100@10.0.0.1' }
  const around = { accounts: ACCOUNTS, sipOff: true, vms: true, recipients: [] }
  expect(idsOf(checkRecipient(values, around))).toEqual({ type: 'validation.errorInvalid' })
  expect(recipientIn(values, 'new')).toEqual({
    type: 'SIP',
    id: 'new',
    address: '100@10.0.0.1',
    account: 'peer',
  })
})

test('an image is checked by size and first bytes before it is sent (PHONEBOOK-23, PHONEBOOK-24, PHONEBOOK-25)', async () => {
  const problemOf = async (bytes: number[], size = bytes.length) => {
    const start = new Uint8Array(bytes)
    const file = new File([start, new Uint8Array(size - bytes.length)], 'a.png')
    await inspectImage(file)
    return imageProblem(file)?.id
  }
  expect(await problemOf([0x42, 0x4d, 1])).toBeUndefined()
  expect(await problemOf([0xff, 0xd8, 1])).toBeUndefined()
  expect(await problemOf([0x89, 0x50, 0x4e, 0x47])).toBeUndefined()
  expect(await problemOf([0x47, 0x49, 0x46, 0x38])).toBe('validation.invalidImageFile')
  expect(await problemOf([])).toBe('validation.invalidImageFile')
  expect(await problemOf([0xff, 0xd8], 20_971_520)).toBeUndefined()
  expect(await problemOf([0xff, 0xd8], 20_971_521)).toBe('validation.imageFileTooBig')
  expect(imageProblem('/image')).toBeUndefined()
  const gone = new File(['BM'], 'gone.bmp')
  gone.slice = () => {
    throw new DOMException('The file is gone.', 'NotFoundError')
  }
  await inspectImage(gone)
  // The preview finds no image either.
  rejectImage(gone, problem('validation.invalidImageFile'))
  expect(imageProblem(gone)?.id).toBe('image.unreadable')
})

test('a file is certainly stored only where there was no image before', () => {
  const file = new File([], 'a.png')
  expect([hasImage('', file), hasImage('/image', file), hasImage('/image', '')]).toEqual([
    false,
    true,
    false,
  ])
  expect([provesImage('/image', file, ''), provesImage('/image', file, '/image')]).toEqual([
    true,
    false,
  ])
  expect(provesImage('', '', '/image')).toBe(true)
})
