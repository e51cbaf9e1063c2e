import { TOPICS } from '@lintel/contract/events'
import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import { expect, test } from 'vitest'
import { openDisplayRig as openRig } from './testing/display-rig.ts'

test('the home screen shows what the administrator has chosen, at once (DISPLAY-02, DISPLAY-06, DISPLAY-15)', () => {
  const { display, set, last, buttons, phonebook } = openRig()
  display.start()
  set({ welcomeTitle: 'Hello', welcomeSubTitle: '' })
  expect(last()).toMatchObject({ title: 'Hello', subtitle: '' })
  set({ welcomeSubTitle: 'Ring twice' })
  expect(last()).toMatchObject({ title: 'Hello', subtitle: 'Ring twice' })
  const group = (id: string, shown: boolean) => ({
    id,
    type: 'Rule' as const,
    label: id,
    UIAttributes: [{ Name: 'ButtonOnDisplay', Value: String(shown) }],
  })
  phonebook.set([group('bell', true), group('desk', false), group('all', true)], () => {})
  expect(buttons()).toEqual(['all', 'bell', '#contacts'])
  set({ receptionCallGroup: 'desk', showKeypadLink: true })
  expect(last()?.buttons).toEqual([
    { id: 'desk', label: 'desk', kind: 'reception' },
    { id: 'all', label: 'all', kind: 'callGroup' },
    { id: 'bell', label: 'bell', kind: 'callGroup' },
    { id: '#contacts', label: 'Contacts', kind: 'contacts' },
    { id: '#keypad', label: 'Keypad', kind: 'keypad' },
  ])
  // As the reception, a group is not there twice.
  set({ receptionCallGroup: 'all', showFindContact: false, showKeypadLink: false })
  expect(buttons()).toEqual(['all', 'bell'])
  phonebook.remove(['all'])
  expect(buttons()).toEqual(['bell'])
})

test('the call button is no call group, and there is room for two, with or without a reception', () => {
  const { display, set, buttons, phonebook } = openRig()
  display.start()
  const UIAttributes = [{ Name: 'ButtonOnDisplay', Value: 'true' }]
  const group = (id: string) => ({ id, type: 'Rule' as const, label: id, UIAttributes })
  phonebook.set([CALL_BUTTON_RULE, 'w', 'x', 'y', 'z'].map(group), () => {})
  expect(buttons()).toEqual(['w', 'x', '#contacts'])
  set({ receptionCallGroup: 'w' })
  expect(buttons()).toEqual(['w', 'x', 'y', '#contacts'])
})

test('the welcome image replaces the texts while it is chosen and there is one (DISPLAY-12, DISPLAY-14)', () => {
  const { display, set, last, welcomeImage } = openRig()
  display.start()
  set({ showWelcomeImage: true, welcomeTitle: 'Hello' })
  expect(last()).toMatchObject({ title: 'Hello' })
  welcomeImage.set({ type: 'image/png', bytes: Uint8Array.of(1, 2) })
  expect(last()).toMatchObject({ title: '', subtitle: '', image: welcomeImage.describe()?.hash })
  const hashes = [6, 7].map((end) => {
    welcomeImage.set({ type: 'image/png', bytes: Uint8Array.of(1, 2, 3, 4, 5, end) })
    return last()?.image
  })
  expect(new Set(hashes).size).toBe(2)
  set({ showWelcomeImage: false })
  expect(last()).toMatchObject({ title: 'Hello' })
  expect(last()?.image).toBeUndefined()
  set({ showWelcomeImage: true })
  welcomeImage.set(undefined)
  expect(last()).toMatchObject({ title: 'Hello' })
})

test.each([
  ['English', 'Welcome', 'en'],
  ['Spanish', 'Bienvenido', 'es'],
  ['German', 'Willkommen', 'de'],
  ['Italian', 'Benvenuti', 'it'],
  ['French', 'Bienvenue', 'fr'],
])('in %s it says %s, whatever the language of the device', (selectedLanguage, title, language) => {
  const { display, set, last, parameters } = openRig()
  display.start()
  parameters.set({ 'root.Properties.System.Language': 'Swedish' })
  set({ selectedLanguage })
  expect(last()).toMatchObject({ title, language })
})

test('contacts are found, by a search too, and a touch rings them; what is closed by a setting is left', () => {
  const { display, set, touch, search, last, phonebook } = openRig()
  const chosen: string[] = []
  display.onChosen((entry) => chosen.push(entry))
  const person = (id: string) => ({ id, type: 'Person' as const, firstName: id, lastName: '' })
  phonebook.set([person('Ada'), person('Bob')], () => {})
  display.start()
  // Nothing to search in.
  search('bo')
  touch('#contacts')
  expect(last()).toMatchObject({
    screen: 'contacts',
    title: 'Contacts',
    search: { label: 'Search for a name', text: '' },
  })
  search('bob x')
  expect(last()).toMatchObject({ subtitle: 'Nobody found.', search: { text: 'bob x' } })
  search('bo')
  expect(last()).toMatchObject({ subtitle: '', search: { text: 'bo' } })
  touch('Ada')
  expect(chosen).toEqual([])
  touch('Bob')
  expect(chosen).toEqual(['Bob'])
  set({ showFindContact: false })
  expect(last()?.screen).toBe('home')
  touch('#contacts')
  expect(last()?.screen).toBe('home')
})

test('a PIN is entered on the display, key by key, if the device has PINs and it is allowed (DISPLAY-03)', () => {
  const { display, set, touch, press, events, last } = openRig()
  display.start()
  touch('#keypad')
  expect(last()?.screen).toBe('home')
  set({ showKeypadLink: true })
  touch('#keypad')
  expect(last()).toMatchObject({ screen: 'keypad', title: 'Enter your PIN.', keys: 0 })
  press('1')
  press('2')
  expect(last()?.keys).toBe(2)
  const data = { State: 'KSM_IDLE' }
  events.publish({ topic: TOPICS.keypad, source: { Source: 'Internal' }, data }, 'state')
  expect(last()?.keys).toBe(0)
  press('1')
  touch('#back')
  touch('#keypad')
  expect(last()?.keys).toBe(0)
  press('1')
  press('#')
  press('callButton')
  expect(last()?.keys).toBe(1)
})

test('who is let in finds the home screen afterwards, and who is not can try again', async () => {
  const { display, set, touch, events, clock, last } = openRig()
  display.start()
  set({ showKeypadLink: true })
  const decide = async (AccessGranted: string) => {
    const data = { AccessGranted, Reason: '', AccessPoint: 'Gate' }
    events.publish({ topic: TOPICS.access, source: {}, data })
    await clock.advance(5_000)
    return last()?.screen
  }
  touch('#keypad')
  expect(await decide('false')).toBe('keypad')
  expect(await decide('true')).toBe('home')
})

test('whether somebody may come in is shown for some seconds, also in a call', async () => {
  const { display, events, clock, last, touch } = openRig()
  const touched: string[] = []
  display.onCallTouched((action) => touched.push(action))
  display.start()
  display.showCall({ state: 'connected', name: 'Ada' })
  events.publish({ topic: TOPICS.dtmf, source: { DTMFEventId: '1' }, data: { CallId: '1' } })
  expect(last()).toMatchObject({ screen: 'access', title: 'Access granted', subtitle: '' })
  touch('#end')
  expect(touched).toEqual([])
  await clock.advance(5_000)
  expect(last()).toMatchObject({ screen: 'call', title: 'Connected', subtitle: 'Ada' })
  display.showCall(undefined)
  const decision = (AccessGranted: string) => ({ AccessGranted, Reason: '', AccessPoint: 'Gate' })
  events.publish({ topic: TOPICS.access, source: {}, data: decision('false') })
  expect(last()).toMatchObject({ title: 'Access denied', subtitle: 'Gate' })
  events.publish({ topic: TOPICS.access, source: {}, data: decision('true') })
  expect(last()).toMatchObject({ title: 'Access granted', subtitle: 'Gate' })
  await clock.advance(5_000)
  expect(last()?.screen).toBe('home')
  const refused = { State: 'CardRefused', CardType: 'UID/CSN', Reason: 'noKey', Name: '' }
  events.publish({ topic: TOPICS.cardReader, source: {}, data: refused })
  expect(last()?.title).toBe('Access denied')
})

test('a call can be ended on the display, and one that comes in answered or declined', () => {
  const { display, last, touch, buttons } = openRig()
  const touched: string[] = []
  display.onCallTouched((action) => touched.push(action))
  display.start()
  touch('#end')
  display.showCall({ state: 'ringing', name: 'Ada' })
  expect(last()?.buttons).toEqual([{ id: '#end', label: 'End call', kind: 'end' }])
  touch('#answer')
  touch('#end')
  display.showCall({ state: 'incoming', name: '' })
  expect(last()?.buttons?.map(({ label }) => label)).toEqual(['Answer', 'Decline'])
  touch('#answer')
  display.showCall({ state: 'declined', name: 'Ada' })
  expect(last()?.title).toBe('The call was declined.')
  expect(buttons()).toBeUndefined()
  touch('#end')
  expect(touched).toEqual(['end', 'answer'])
})
