import { ENTRIES_BODY_MAX } from '@lintel/contract/calls/phonebook'
import { BODY_LIMIT } from '@lintel/front-door/request-body'
import { expect, test } from 'vitest'
import { HOUSE, openPhonebookDevice } from '../testing/phonebook-device.ts'

const person = (id: string, more: object = {}) => ({
  id,
  type: 'Person',
  firstName: id,
  ...more,
})

const sip = (address: string, accountid = '') => ({ type: 'SIP', address, accountid })

test('a new device has the rule of the call button alone, which can’t be removed (PHONEBOOK-88)', async () => {
  const open = await openPhonebookDevice()
  expect(await open.entries()).toEqual([
    {
      id: 'default.CallButtonRule',
      type: 'Rule',
      label: 'Call button',
      keyTrigger: '',
      triggerType: 'Key',
      DisplayButton: true,
      childIds: [],
      image: '',
      organisationId: '',
      version: expect.any(String) as string,
    },
  ])
  const answer = await open.post('RemovePhonebookEntries', { ids: ['default.CallButtonRule'] })
  expect(answer.status).toBe(400)
  expect(await open.entries()).toHaveLength(1)
})

test('entries are returned with the members of their type (DEVICE-65, PHONEBOOK-111, PHONEBOOK-112)', async () => {
  const open = await openPhonebookDevice()
  expect(await open.set(...HOUSE)).toEqual(HOUSE.map(({ id }) => id))
  expect(await open.entry('house')).toMatchObject({
    type: 'Organization',
    label: 'House',
    description: '',
    childIds: ['ada', 'labs', 'all'],
    image: '',
  })
  expect(await open.entry('ada')).toMatchObject({
    firstName: 'Ada',
    lastName: 'Lovelace',
    keyTrigger: '1',
    organisationId: 'house',
    childIds: ['ada-fallback'],
    callInformation: [
      { type: 'SIP', address: 'sip:ada@127.0.0.1', accountid: '', scheduleIds: [] },
    ],
  })
  expect(await open.entry('labs')).toMatchObject({ childIds: ['bob'], organisationId: 'house' })
  expect(await open.entry('bob')).toMatchObject({ organisationId: 'house' })
  expect(await open.entry('all')).toMatchObject({
    childIds: ['ada', 'desk', 'bob'],
    UIAttributes: [{ Name: 'ButtonOnDisplay', Value: 'true' }],
  })
  const types = (await open.entries('Person')).map(({ id }) => id)
  expect(types).toEqual(['ada', 'bob'])
  expect((await open.entries({ type: 'Group' })).map(({ id }) => id)).toEqual(['labs'])
})

test('a speed dial finds its contacts and call groups (DEVICE-66)', async () => {
  const open = await openPhonebookDevice()
  await open.set(...HOUSE)
  const at = async (keyTrigger: string) => (await open.entries({ keyTrigger })).map(({ id }) => id)
  expect([await at('1'), await at('3'), await at('9')]).toEqual([['ada'], ['all'], []])
  expect(await open.entries({ keyTrigger: '3', type: 'Person' })).toEqual([])
  const inside = await open.entries({ organisationId: 'house' })
  expect(inside.map(({ id }) => id).toSorted()).toEqual(['ada', 'all', 'bob', 'labs'])
})

test('a change keeps the members that it leaves out, and new entries get an id (DEVICE-67)', async () => {
  const open = await openPhonebookDevice()
  await open.set(...HOUSE)
  await open.set({ id: 'ada', type: 'Person', lastName: 'King' })
  expect(await open.entry('ada')).toMatchObject({
    firstName: 'Ada',
    lastName: 'King',
    keyTrigger: '1',
    childIds: ['ada-fallback'],
    organisationId: 'house',
  })
  const [id = ''] = await open.set({ type: 'Organization', label: 'Yard' })
  expect(id).toMatch(/^[\da-f-]{36}$/)
  expect(await open.entry(id)).toMatchObject({ label: 'Yard', childIds: [] })
})

test.each<[string, object[]]>([
  ['an organisation without a label', [{ type: 'Organization' }]],
  ['a label of 31 characters', [{ type: 'Organization', label: 'x'.repeat(31) }]],
  ['a contact without a name', [{ type: 'Person' }]],
  ['a name of 257 characters', [person('x'.repeat(20), { firstName: 'x'.repeat(257) })]],
  ['a speed dial with a letter', [person('eve', { keyTrigger: '1a' })]],
  ['a speed dial of seven digits', [person('eve', { keyTrigger: '1234567' })]],
  ['the speed dial of a contact', [person('eve', { keyTrigger: '1' })]],
  ['the speed dial of a call group', [person('eve', { keyTrigger: '3' })]],
  ['a call group without a label', [{ type: 'Rule' }]],
  ['an address that is none', [person('eve', { callInformation: [sip('a b')] })]],
  ['no address', [person('eve', { callInformation: [sip('')] })]],
  ['an unknown account', [person('eve', { callInformation: [sip('sip:a@127.0.0.1', 'gone')] })]],
  ['a child that does not exist', [{ id: 'house', type: 'Organization', childIds: ['nobody'] }]],
  ['an unknown organisation', [person('eve', { organisationId: 'nowhere' })]],
  ['a contact as the child of a contact', [person('eve', { childIds: ['ada'] })]],
  ['a fallback that belongs to somebody else', [person('eve', { childIds: ['ada-fallback'] })]],
  [
    'a second fallback',
    [
      { id: 'more', type: 'Fallback', childIds: ['bob'] },
      person('ada', { childIds: ['ada-fallback', 'more'] }),
    ],
  ],
  ['a recipient named twice', [{ id: 'all', type: 'Rule', childIds: ['ada', 'ada'] }]],
  ['another type', [{ id: 'ada', type: 'Group', label: 'Ada' }]],
  ['an old version', [person('ada', { version: 'old' })]],
  [
    'the call button in an organisation',
    [{ id: 'house', type: 'Organization', childIds: ['default.CallButtonRule'] }],
  ],
])(
  '%s is refused, and the book is as it was (PHONEBOOK-19, PHONEBOOK-20, PHONEBOOK-41)',
  async (_, entries) => {
    const open = await openPhonebookDevice()
    await open.set(...HOUSE)
    const before = await open.entries()
    expect(await open.refusal({ type: 'Organization', label: 'New' }, ...entries)).not.toBe('')
    expect(await open.entries()).toEqual(before)
  },
)

test.each([
  ['A8207-VE', 400],
  ['A8307-E', 200],
  ['I8016-LVE', 200],
])(
  'on %s a contact without a speed dial is answered %i (PHONEBOOK-42, PHONEBOOK-06)',
  async (product, status) => {
    const open = await openPhonebookDevice(product)
    const answer = await open.post('SetPhonebookEntries', { phonebookEntries: [person('eve')] })
    expect(answer.status).toBe(status)
  },
)

test.each([
  ['A8207-VE', 400],
  ['A8307-E', 200],
  ['I8016-LVE', 200],
])(
  'on %s a call group without a speed dial is answered %i, and the call button needs none (PHONEBOOK-90, PHONEBOOK-64, OPEN-51)',
  async (product, status) => {
    const open = await openPhonebookDevice(product)
    const group = { type: 'Rule', label: 'All', triggerType: 'Key' }
    const answer = await open.post('SetPhonebookEntries', { phonebookEntries: [group] })
    expect(answer.status).toBe(status)
    await open.set({ id: 'default.CallButtonRule', type: 'Rule', keyTrigger: '' })
  },
)

test('the call button keeps a label, and a speed dial of six keys at most (PHONEBOOK-91, PHONEBOOK-92)', async () => {
  const open = await openPhonebookDevice('A8207-VE')
  const button = { id: 'default.CallButtonRule', type: 'Rule' }
  await open.set({ ...button, label: 'Bell', keyTrigger: '0*|789' })
  const refused = async (more: object) => open.refusal({ ...button, ...more })
  expect(await refused({ keyTrigger: '1a' })).toContain('keyTrigger')
  expect(await refused({ keyTrigger: '#' })).toContain('keyTrigger')
  expect(await refused({ keyTrigger: '1234567' })).toContain('keyTrigger')
  expect(await refused({ label: '' })).toContain('label')
  expect(await open.entry(button.id)).toMatchObject({ label: 'Bell', keyTrigger: '0*|789' })
})

test('a call group has six recipients, and two are on the display (PHONEBOOK-59, PHONEBOOK-58)', async () => {
  const open = await openPhonebookDevice()
  const people = Array.from({ length: 7 }, (_, index) => person(`p${index}`))
  await open.set(...people)
  const group = (id: string, count: number, shown: boolean) => ({
    id,
    type: 'Rule',
    label: id,
    childIds: people.slice(0, count).map((one) => one.id),
    UIAttributes: [{ Name: 'ButtonOnDisplay', Value: String(shown) }],
  })
  await open.set(group('one', 6, true), group('two', 1, true))
  expect(await open.refusal(group('three', 7, false))).toContain('6')
  expect(await open.refusal(group('three', 1, true))).toContain('2')
  await open.set(group('one', 6, false), group('three', 1, true))
})

test('removing an organisation removes all in it, and links to them (PHONEBOOK-22, DEVICE-68)', async () => {
  const open = await openPhonebookDevice()
  await open.set(...HOUSE, { id: 'yard', type: 'Organization', label: 'Yard' })
  await open.set(person('eve', { organisationId: 'yard', childIds: ['eve-fallback'] }), {
    id: 'eve-fallback',
    type: 'Fallback',
    childIds: ['ada'],
  })
  await open.set({ id: 'default.CallButtonRule', type: 'Rule', childIds: ['eve', 'ada'] })
  await open.remove('house', 'unknown')
  const left = (await open.entries()).map(({ id }) => id)
  expect(left).toEqual(['default.CallButtonRule', 'yard', 'eve'])
  expect(await open.entry('default.CallButtonRule')).toMatchObject({ childIds: ['eve'] })
  expect(await open.entry('eve')).toMatchObject({ childIds: [] })
})

test('contacts stay in the organisation when their department goes or leaves them out (PHONEBOOK-40)', async () => {
  const open = await openPhonebookDevice()
  await open.set(...HOUSE)
  await open.set({ id: 'labs', type: 'Group', childIds: [] })
  expect(await open.entry('house')).toMatchObject({ childIds: ['ada', 'labs', 'bob', 'all'] })
  await open.set({ id: 'labs', type: 'Group', childIds: ['ada', 'bob'] })
  expect(await open.entry('house')).toMatchObject({ childIds: ['labs', 'all'] })
  await open.remove('labs')
  expect(await open.entry('house')).toMatchObject({ childIds: ['ada', 'bob', 'all'] })
  expect(await open.entry('bob')).toMatchObject({ organisationId: 'house' })
})

test('an organisation keeps the children that a change leaves out, and takes others over', async () => {
  const open = await openPhonebookDevice()
  await open.set(...HOUSE, { id: 'yard', type: 'Organization', label: 'Yard' })
  await open.set({ id: 'house', type: 'Organization', childIds: [] })
  expect(await open.entry('house')).toMatchObject({ childIds: ['ada', 'labs', 'all'] })
  await open.set({ id: 'yard', type: 'Organization', childIds: ['labs'] })
  expect(await open.entry('yard')).toMatchObject({ childIds: ['labs'] })
  expect(await open.entry('bob')).toMatchObject({ organisationId: 'yard' })
})

test('a fallback or address goes when its owner no longer has it', async () => {
  const open = await openPhonebookDevice()
  await open.set(...HOUSE)
  await open.set({ id: 'ada', type: 'Person', childIds: [] })
  expect(await open.entry('ada-fallback')).toBeUndefined()
  await open.set({ id: 'all', type: 'Rule', childIds: ['bob'] })
  expect(await open.entry('desk')).toBeUndefined()
  expect(await open.entry('bob')).toBeDefined()
})

test('the second of two people who change a contact is told (EXPECT-21)', async () => {
  const open = await openPhonebookDevice()
  await open.set(...HOUSE)
  const ada = await open.entry('ada')
  await open.set(person('ada', { version: ada?.version }))
  expect(await open.refusal(person('ada', { version: ada?.version }))).toContain('changed')
})

test('ten thousand entries fit into one call, but other calls and callers have no larger bodies', async () => {
  const open = await openPhonebookDevice()
  // Blanks count as what is between them.
  const send = async (operation: string, input: object, bytes: number, as = 'root') =>
    (
      await open.device.fetch('/vapix/axdsapi', {
        as,
        method: 'POST',
        body: JSON.stringify({ [`axdsapi:${operation}`]: input }).padEnd(bytes),
      })
    ).status
  const store = { phonebookEntries: [person('ada')] }
  expect(await send('SetPhonebookEntries', store, ENTRIES_BODY_MAX)).toBe(200)
  expect(await open.entry('ada')).toBeDefined()
  const remove = { ids: ['ada'] }
  expect(await send('SetPhonebookEntries', store, ENTRIES_BODY_MAX + 1)).toBe(413)
  expect(await send('SetPhonebookEntries', store, BODY_LIMIT + 1, 'oper')).toBe(413)
  expect(await send('RemovePhonebookEntries', remove, BODY_LIMIT + 1)).toBe(413)
  expect(await open.entry('ada')).toBeDefined()
  expect(await send('RemovePhonebookEntries', remove, BODY_LIMIT)).toBe(200)
  // With room for long names and several addresses.
  const address = `sip:${'a'.repeat(60)}@pbx.example.com`
  const long = person('contact-0000', { lastName: 'b'.repeat(60), callInformation: [sip(address)] })
  expect(JSON.stringify(long).length * 10_000).toBeLessThan(ENTRIES_BODY_MAX)
})

test('the list of contacts marks those with a schedule that the device does not have', async () => {
  const open = await openPhonebookDevice()
  const gone = async () =>
    (await open.list('contacts')).items.map(({ entry, scheduleGone }) => [entry, scheduleGone])
  const weekdays = { type: 'VMS', scheduleIds: ['com.axis.schedules.weekdays'] }
  const call = sip('sip:ada@127.0.0.1')
  await open.set(
    person('ada', { callInformation: [call, weekdays] }),
    person('bob', { callInformation: [{ ...call, scheduleIds: ['no.such'] }] }),
    person('eve'),
  )
  expect(await gone()).toEqual([
    ['ada', undefined],
    ['bob', true],
    ['eve', undefined],
  ])
  open.device.scheduleStore.remove('com.axis.schedules.weekdays')
  expect(await gone()).toContainEqual(['ada', true])
})
