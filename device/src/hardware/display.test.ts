import { TOPICS } from '@lintel/contract/events'
import { expect, test, vi } from 'vitest'
import { openDisplayRig as openRig } from './testing/display-rig.ts'

test('the display shows when the device is starting; once running, it shows a welcome with name and local time', () => {
  const { display, sent } = openRig()
  expect(sent).toEqual([{ state: 'starting', title: '', subtitle: '', time: '' }])
  display.start()
  expect(sent[1]).toEqual({
    state: 'on',
    screen: 'home',
    title: 'Welcome',
    subtitle: 'AXIS A8307-E - AECC8E012345',
    time: '14:07',
    language: 'en',
    buttons: [{ id: '#contacts', label: 'Contacts', kind: 'contacts' }],
  })
})

test('the time updates every minute, with no messages in between', async () => {
  const { display, clock, sent } = openRig()
  display.start()
  await clock.advance(27_999)
  expect(sent.length).toBe(2)
  await clock.advance(1)
  expect(sent.at(-1)?.time).toBe('14:08')
  await clock.advance(3 * 60_000)
  expect(sent.slice(-3).map(({ time }) => time)).toEqual(['14:09', '14:10', '14:11'])
})

test('while it is dark, nothing waits for the next minute', async () => {
  const { display, clock, settings, heat, press, last } = openRig()
  settings.set({ PresenceTimeout: 5 })
  display.start()
  const wait = vi.spyOn(clock, 'wait')
  await clock.advance(90_000)
  expect([last()?.state, wait.mock.calls]).toEqual(['asleep', []])
  press()
  expect(last()?.time).toBe('14:09')
  settings.set({})
  heat('Hot')
  await clock.advance(86_400_000)
  wait.mockClear()
  await clock.advance(86_400_000)
  expect(wait.mock.calls).toEqual([])
  heat('Normal')
  await clock.advance(58_000)
  expect(last()).toMatchObject({ state: 'on', time: '14:10' })
})

test('it follows the clock, zone, name and language', async () => {
  const { display, clock, parameters, last } = openRig()
  display.start()
  const wait = vi.spyOn(clock, 'wait')
  clock.set(Date.parse('2026-07-01T10:00:59.900Z'))
  await Promise.resolve()
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  expect(last()?.time).toBe('12:00')
  expect(wait.mock.calls.map(([ms]) => ms)).toContain(100)
  await clock.advance(100)
  expect(last()?.time).toBe('12:01')
  parameters.set({ 'root.Time.TimeZone': 'Asia/Kolkata' })
  expect(last()?.time).toBe('15:31')
  parameters.set({ 'root.Network.Bonjour.FriendlyName': 'Side entrance' })
  expect(last()?.subtitle).toBe('Side entrance')
  parameters.set({ 'root.Properties.System.Language': 'German' })
  expect(last()?.title).toBe('Willkommen')
  parameters.set({ 'root.Properties.System.Language': 'Polish' })
  expect(last()?.title).toBe('Witamy')
})

test('it is off while the device is too hot, and wakes up when that ends', async () => {
  const { display, heat, last, clock } = openRig()
  display.start()
  heat('Warning')
  expect(last()?.state).toBe('on')
  heat('Hot')
  expect(last()).toEqual({ state: 'off', title: '', subtitle: '', time: '' })
  heat('Warning')
  expect(last()?.title).toBe('Welcome')
  heat('Hot')
  // The time it was off doesn't count as idle.
  await clock.advance(86_400_000)
  heat('Normal')
  expect(last()?.state).toBe('on')
})

test('a closed display sends nothing', async () => {
  const { display, clock, parameters, sent } = openRig()
  display.start()
  display.close()
  const before = sent.length
  parameters.set({ 'root.Network.Bonjour.FriendlyName': 'Side entrance' })
  await clock.advance(120_000)
  expect(sent.length).toBe(before)
})

test('it sleeps after a while without anybody in front of it, and wakes at a touch', async () => {
  const { display, settings, clock, last, press } = openRig()
  settings.set({})
  display.start()
  await clock.advance(59_999)
  expect(last()?.state).toBe('on')
  await clock.advance(1)
  expect(last()).toEqual({ state: 'asleep', title: '', subtitle: '', time: '' })
  press()
  expect(last()?.title).toBe('Welcome')
  await clock.advance(30_000)
  press()
  await clock.advance(59_999)
  expect(last()?.state).toBe('on')
  await clock.advance(1)
  expect(last()?.state).toBe('asleep')
})

test('while the device is too warm it sleeps after 5 s (HEAT-06)', async () => {
  const { display, heat, clock, last, press, settings } = openRig()
  display.start()
  heat('Cold')
  expect(display.sleepSeconds()).toBe(86_400)
  heat('Warning')
  expect(display.sleepSeconds()).toBe(5)
  await clock.advance(4_999)
  expect(last()?.state).toBe('on')
  await clock.advance(1)
  expect(last()?.state).toBe('asleep')
  heat('Normal')
  expect(last()?.state).toBe('asleep')
  expect(display.sleepSeconds()).toBe(86_400)
  press()
  settings.update({ PresenceTimeout: 20 })
  await clock.advance(19_999)
  expect(last()?.state).toBe('on')
  await clock.advance(1)
  expect(last()?.state).toBe('asleep')
})

test('a call is shown until it ends, without sleep, and in vain for some seconds, in the language of the device', async () => {
  const { display, clock, last, settings, parameters } = openRig()
  settings.set({ PresenceTimeout: 5 })
  display.start()
  display.showCall({ state: 'ringing', name: 'Ada' })
  await clock.advance(20_000)
  expect(last()).toMatchObject({ state: 'on', title: 'Calling…', subtitle: 'Ada' })
  display.showCall({ state: 'connected', name: 'Ada' })
  expect(last()?.title).toBe('Connected')
  parameters.set({ 'root.Properties.System.Language': 'German' })
  display.showCall({ state: 'unanswered', name: 'Bell' })
  await clock.advance(7_999)
  expect(last()).toMatchObject({ title: 'Niemand nimmt ab.', subtitle: 'Bell' })
  await clock.advance(1)
  expect(last()?.title).toBe('Willkommen')
  await clock.advance(5_000)
  expect(last()?.state).toBe('asleep')
  // A call wakes it.
  display.showCall({ state: 'told', name: 'Bell' })
  expect(last()?.title).toBe('Ihr Ruf wurde gemeldet.')
  display.showCall(undefined)
  expect(last()?.title).toBe('Willkommen')
})

test('a touch chooses whom to ring, wakes the display, and does nothing while a call is shown', async () => {
  const { display, clock, last, settings, phonebook, touch } = openRig()
  const chosen: string[] = []
  display.onChosen((entry) => chosen.push(entry))
  phonebook.set([{ id: 'ada', type: 'Person', firstName: 'Ada', lastName: 'Lovelace' }], () => {})
  settings.set({ PresenceTimeout: 5 })
  display.start()
  touch('ada')
  touch('#contacts')
  expect(last()?.buttons?.[0]).toEqual({ id: 'ada', label: 'Ada Lovelace', kind: 'contact' })
  touch('ada')
  touch('nobody')
  expect(chosen).toEqual(['ada'])
  display.showCall({ state: 'ringing', name: 'Ada' })
  touch('ada')
  expect(chosen).toHaveLength(1)
  display.showCall(undefined)
  await clock.advance(5_000)
  // Asleep.
  touch('#contacts')
  expect(last()?.screen).toBe('home')
  touch('#contacts')
  touch('ada')
  expect(chosen).toEqual(['ada', 'ada'])
})

test('who comes to a display that slept, or was restored, finds the home screen', async () => {
  const { display, settings, clock, last, touch, press } = openRig()
  settings.set({ PresenceTimeout: 20 })
  display.start()
  touch('#contacts')
  await clock.advance(20_000)
  press()
  expect(last()?.screen).toBe('home')
  display.showCall({ state: 'connected', name: 'Ada' })
  void display.stateRestored?.()
  expect(last()?.screen).toBe('home')
})

test('a new call or decision has its own time, whatever was shown before', async () => {
  const { display, clock, last, events } = openRig()
  display.start()
  display.showCall({ state: 'unanswered', name: 'Ada' })
  await clock.advance(5_000)
  display.showCall({ state: 'ringing', name: 'Bob' })
  await clock.advance(5_000)
  expect(last()).toMatchObject({ screen: 'call', subtitle: 'Bob' })
  display.showCall(undefined)
  const decide = (AccessPoint: string) =>
    events.publish({
      topic: TOPICS.access,
      source: {},
      data: { AccessGranted: 'false', Reason: '', AccessPoint },
    })
  decide('Gate')
  await clock.advance(3_000)
  decide('Door')
  await clock.advance(4_999)
  expect(last()?.subtitle).toBe('Door')
  await clock.advance(1)
  expect(last()?.screen).toBe('home')
})

test('what is not seen can not be touched or searched', async () => {
  const { display, last, phonebook, touch, search, heat, set, settings, clock } = openRig()
  const chosen: string[] = []
  display.onChosen((entry) => chosen.push(entry))
  phonebook.set([{ id: 'desk', type: 'Rule', label: 'Desk' }], () => {})
  set({ receptionCallGroup: 'desk' })
  touch('desk')
  display.start()
  touch('#contacts')
  heat('Hot')
  search('x')
  touch('#back')
  heat('Normal')
  expect(last()).toMatchObject({ screen: 'contacts', search: { text: '' } })
  settings.update({ PresenceTimeout: 5 })
  touch('#back')
  heat('Hot')
  touch('desk')
  expect(chosen).toEqual([])
  heat('Normal')
  touch('desk')
  expect(chosen).toEqual(['desk'])
  await clock.advance(5_000)
  // Asleep.
  touch('desk')
  expect(chosen).toEqual(['desk'])
})
