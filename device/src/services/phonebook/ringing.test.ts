/** Ringing by the phonebook: what the call button leads to. */
import { setImmediate as turn } from 'node:timers/promises'
import { TOPICS } from '@lintel/contract/events'
import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import { expect, test } from 'vitest'
import { intercomService } from '../intercom/intercom.ts'
import { sipService } from '../sip/sip.ts'
import { openPhonebookDevice } from '../testing/phonebook-device.ts'

const START = Date.UTC(2026, 10, 20, 13, 7, 32)

/** A device that can call, and its call button. */
async function openStation(number = 'I8016-LVE') {
  const open = await openPhonebookDevice(number, [sipService, intercomService])
  const { device, agent } = open
  const call = (operation: string, input: object) =>
    device.fetch('/vapix/call', {
      as: 'root',
      method: 'POST',
      body: JSON.stringify({ [`axcall:${operation}`]: input }),
    })
  await call('SetSIPConfiguration', { SIPConfiguration: { SIPEnabled: true } })
  return {
    ...open,
    call,
    press: async () => {
      device.receive({ type: 'pressed', key: 'callButton' })
      await turn()
    },
    /** The call that was made last ends in this way. */
    fails: async (code: number) => {
      const callId = `Out-${agent.calls().length - 1}`
      agent.happens({ callId, state: 'terminated', code, reason: 'No', ended: START })
      await turn()
    },
    /** What the bench's log tells of the ringing. */
    told: () =>
      device.benchLog
        .filter(([id]) => /^call\.(rings|skipped|told|un|nobody|notP|button|answered)/.test(id))
        .map(([id, { name = '', why = '', address = '' }]) =>
          [id.slice('call.'.length), name, address, why].filter(Boolean).join(' '),
        ),
  }
}

const person = (id: string, address: string, more: object = {}) => ({
  id,
  type: 'Person',
  firstName: id,
  keyTrigger: '',
  callInformation: [{ type: 'SIP', address }],
  ...more,
})

const button = (...childIds: string[]) => ({ id: CALL_BUTTON_RULE, type: 'Rule', childIds })

test('the call button rings its recipients one after the other until somebody answers', async () => {
  const { set, press, fails, told, agent, entries } = await openStation()
  await press()
  expect(told()).toEqual(['nobody Call button'])
  await set(person('Ada', 'sip:a'), person('Bob', 'sip:b'), person('Carl', 'sip:c'))
  await set(button('Ada', 'Bob', 'Carl'))
  expect(await entries({ ids: [CALL_BUTTON_RULE] })).toMatchObject([{ DisplayButton: true }])
  await press()
  await press()
  expect(agent.told).toEqual(['call sip:a with sip_account_0'])
  await fails(408)
  agent.happens({ callId: 'Out-1', state: 'active', answered: START })
  agent.happens({ callId: 'Out-1', state: 'terminated', ended: START })
  await turn()
  expect(agent.told.slice(1)).toEqual(['call sip:b with sip_account_0'])
  expect(told().slice(1)).toEqual(['rings Ada', 'skipped Ada noAnswer', 'rings Bob', 'answered'])
  // The next press begins anew.
  await press()
  expect(agent.told.at(-1)).toBe('call sip:a with sip_account_0')
})

test('each way to fail leads to the next of six recipients, and the bench is told that nobody has answered (PHONEBOOK-89)', async () => {
  const { set, press, fails, told, agent, call } = await openStation()
  const SIPAccount = { UserId: 'gate', Registrar: 'pbx.example.com' }
  await call('SetSIPAccount', { SIPAccount })
  agent.registers('sip_account_1', 401, 'Unauthorized')
  const unregistered = {
    callInformation: [{ type: 'SIP', address: '7', accountid: 'sip_account_1' }],
  }
  const closed = [{ type: 'SIP', address: 'sip:f', scheduleIds: ['gone'] }]
  await set(
    person('Busy', 'sip:busy'),
    person('Declined', 'sip:declined'),
    person('Unregistered', '', unregistered),
    person('Unreachable', 'sip:gone'),
    person('Closed', '', { callInformation: closed }),
    person('Silent', 'sip:silent'),
  )
  await set(button('Busy', 'Declined', 'Unregistered', 'Unreachable', 'Closed', 'Silent'))
  await press()
  await fails(486)
  await fails(603)
  await fails(404)
  await fails(408)
  expect(told()).toEqual([
    'rings Busy',
    'skipped Busy busy',
    'rings Declined',
    'skipped Declined declined',
    'skipped Unregistered notRegistered',
    'rings Unreachable',
    'skipped Unreachable unreachable',
    'skipped Closed notNow',
    'rings Silent',
    'skipped Silent noAnswer',
    'unanswered Call button',
  ])
  expect(agent.calls()).toHaveLength(4)
})

test('only recipients are rung in one of whose schedules it is, by the device’s own time (PHONEBOOK-32)', async () => {
  const { set, press, fails, told, device } = await openStation()
  const available = (address: string, ...names: string[]) => ({
    callInformation: [
      { type: 'SIP', address, scheduleIds: names.map((name) => `com.axis.schedules.${name}`) },
    ],
  })
  await set(
    person('Guard', '', available('sip:guard', 'weekends', 'after_hours')),
    person('Office', '', available('sip:office', 'weekends', 'office_hours')),
  )
  await set(button('Guard', 'Office'))
  // A Friday, 14:07.
  await press()
  await fails(408)
  expect(told().filter((one) => !one.startsWith('un'))).toEqual([
    'skipped Guard notNow',
    'rings Office',
    'skipped Office noAnswer',
  ])
  // 22:07.
  device.parameters.set({ 'root.Time.TimeZone': 'Asia/Tokyo' })
  await press()
  expect(told().at(-1)).toBe('rings Guard')
})

test('opening hours stay the same by the clock on the wall when daylight saving ends (PHONEBOOK-32)', async () => {
  const { set, press, fails, agent, told, device } = await openStation()
  const scheduleIds = ['com.axis.schedules.office_hours']
  await set(
    person('Office', '', { callInformation: [{ type: 'SIP', address: 'sip:o', scheduleIds }] }),
  )
  await set(button('Office'))
  const pressAt = async (utc: string) => {
    device.clock.set(Date.parse(utc))
    const before = agent.calls().length
    await press()
    if (agent.calls().length === before) return told().at(-2)
    await fails(408)
    return 'rung'
  }
  // From 8 to 18 o'clock; in Stockholm summer time ends on Sunday, 25 October.
  expect(await pressAt('2026-10-23T05:59:00Z')).toBe('skipped Office notNow')
  expect(await pressAt('2026-10-23T06:01:00Z')).toBe('rung')
  expect(await pressAt('2026-10-26T06:59:00Z')).toBe('skipped Office notNow')
  expect(await pressAt('2026-10-26T07:01:00Z')).toBe('rung')
  // It begins on 28 March.
  expect(await pressAt('2027-03-29T05:59:00Z')).toBe('skipped Office notNow')
  expect(await pressAt('2027-03-29T06:01:00Z')).toBe('rung')
})

test('whoever ends a call that rings ends the ringing', async () => {
  const { set, press, fails, agent, call, told } = await openStation()
  await set(person('Ada', 'sip:a'), person('Bob', 'sip:b'))
  await set(button('Ada', 'Bob'))
  await press()
  expect((await call('TerminateCall', { CallId: 'Out-0' })).status).toBe(200)
  await fails(487)
  expect(agent.told).toEqual(['call sip:a with sip_account_0', 'terminate Out-0'])
  expect(told()).toEqual(['rings Ada'])
})

test('while somebody else speaks to the visitor, nobody is rung', async () => {
  const { set, press, fails, agent, told } = await openStation()
  await set(person('Ada', 'sip:a'), person('Bob', 'sip:b'))
  await set(button('Ada', 'Bob'))
  await press()
  agent.happens({ callId: 'In-1', direction: 'incoming', state: 'active', answered: START })
  agent.happens({ callId: 'Out-0', state: 'terminated', code: 408, ended: START })
  await turn()
  expect(agent.told).toEqual(['call sip:a with sip_account_0'])
  agent.happens({ callId: 'In-1', state: 'terminated', ended: START })
  await press()
  await fails(408)
  expect(told().filter((one) => one.startsWith('rings'))).toEqual([
    'rings Ada',
    'rings Ada',
    'rings Bob',
  ])
})

test('the video management software is told by an event, unless that is switched off (PHONEBOOK-72)', async () => {
  const { set, press, told, device, post } = await openStation()
  const heard: Record<string, string>[] = []
  device.events.subscribe(({ topic, data }) => {
    if (topic === TOPICS.callStateChange) heard.push(data)
  })
  await set({ ...button(), callInformation: [{ type: 'VMS' }] })
  await press()
  expect(told()).toEqual(['told Call button'])
  expect(heard).toEqual([
    { Reason: 'Initiated', CallId: `Vms-${START}`, RemoteURI: 'VMS_CALL', DeviceURI: '' },
  ])
  const Configuration = { CallTriggersEnabled: false }
  expect((await post('UpdateConfiguration', { Configuration })).status).toBe(200)
  await press()
  expect(told().slice(1)).toEqual(['skipped Call button vmsOff', 'unavailable Call button'])
  expect(heard).toHaveLength(1)
})

test('a button that is not set as the call button rings nobody (PHONEBOOK-82, OPEN-64)', async () => {
  const { set, press, told, agent } = await openStation()
  await set(person('Ada', 'sip:a'))
  await set({ ...button('Ada'), DisplayButton: false })
  await press()
  expect(told()).toEqual(['buttonOff'])
  expect(agent.told).toEqual([])
})

test('calls that are not possible are told, and the next recipient is rung', async () => {
  const { set, press, told, agent, call } = await openStation()
  await set(person('Ada', 'sip:a'), person('Bob', 'sip:b'))
  await set(button('Ada', 'Bob'))
  await call('SetSIPConfiguration', { SIPConfiguration: { SIPEnabled: false } })
  await press()
  expect(told()).toEqual([
    'notPossible sip:a disabled',
    'notPossible sip:b disabled',
    'unavailable Call button',
  ])
  await call('SetSIPConfiguration', { SIPConfiguration: { SIPEnabled: true } })
  await press()
  expect(agent.told).toEqual(['call sip:a with sip_account_0'])
})

test('when their account is removed, contacts are called with the default one', async () => {
  const open = await openStation()
  const { set, press, agent, call } = open
  await call('SetSIPAccount', { SIPAccount: { UserId: 'gate' } })
  const callInformation = [
    { type: 'SIP', address: 'sip:a', accountid: 'sip_account_1' },
    { type: 'SIP', address: 'sip:b', accountid: 'sip_account_0' },
  ]
  await set(person('Ada', '', { callInformation }), person('Bob', 'sip:c'))
  const bob = await open.entry('Bob')
  await set(button('Ada'))
  await call('RemoveSIPAccount', { SIPAccountId: 'sip_account_1' })
  expect((await open.entry('Ada'))?.callInformation).toMatchObject([
    { address: 'sip:a', accountid: '' },
    { address: 'sip:b', accountid: 'sip_account_0' },
  ])
  expect(await open.entry('Bob')).toEqual(bob)
  // The next account gets the same id, but has nothing to do with these contacts.
  await call('SetSIPAccount', { SIPAccount: { UserId: 'other' } })
  await press()
  expect(agent.told).toEqual(['call sip:a with sip_account_0'])
})

test('speed dials ring contacts and call groups; what is none is a PIN, and in a call keys are tones', async () => {
  const { set, device, agent, fails, told, post } = await openStation('A8207-VE')
  const type = async (keys: string) => {
    expect((await post('InjectKeySequence', { KeySequence: keys })).status).toBe(200)
    await turn()
  }
  const log = (id: string) =>
    device.benchLog.filter(([one]) => one === id).map(([, value]) => value)
  await set(
    person('Ada', 'sip:a', { keyTrigger: '12' }),
    person('Bob', 'sip:b', { keyTrigger: '34' }),
  )
  await set({ id: 'all', type: 'Rule', label: 'All', keyTrigger: '1234', childIds: ['Bob', 'Ada'] })
  await type('12#')
  await fails(486)
  expect(told()).toEqual(['rings Ada', 'skipped Ada busy', 'unanswered Ada'])
  expect(log('keypad.dialled')).toEqual([{ name: 'Ada' }])
  const PinConfiguration = { pinLength: 2, pinTimeout: 10 }
  const Configuration = { CardReaderConfiguration: { PinConfiguration } }
  expect((await post('UpdateConfiguration', { Configuration })).status).toBe(200)
  await type('1234')
  await fails(408)
  expect(agent.told.slice(1)).toEqual([
    'call sip:b with sip_account_0',
    'call sip:a with sip_account_0',
  ])
  await fails(408)
  await type('99')
  expect(log('keypad.entered')).toEqual([{ keys: 2 }])
  agent.happens({ callId: 'In-1', state: 'active', answered: START })
  for (const key of ['3', '4', '#'] as const) device.receive({ type: 'pressed', key })
  await turn()
  expect(agent.told.slice(3)).toEqual(['press 3 in In-1', 'press 4 in In-1', 'press # in In-1'])
})

test('of two with the same speed dial, the one that was created first is rung', async () => {
  const { set, device, agent, post } = await openStation('A8207-VE')
  await set(person('Ada', 'sip:a', { keyTrigger: '5' }))
  await set(person('Bob', 'sip:b', { keyTrigger: '6' }))
  // As after the import of a book from another device.
  device.database.run("UPDATE phonebook SET keyTrigger = '5'  WHERE entry = 'Bob'")
  await post('InjectKeySequence', { KeySequence: '5#' })
  await turn()
  expect(agent.told).toEqual(['call sip:a with sip_account_0'])
})

test('a product without a call keypad takes keys as a PIN alone', async () => {
  const { set, device, agent, post } = await openStation('I8016-LVE')
  await set(person('Ada', 'sip:a', { keyTrigger: '12' }))
  await post('InjectKeySequence', { KeySequence: '12#' })
  await turn()
  expect(agent.told).toEqual([])
  expect(device.benchLog).toContainEqual(['keypad.entered', { keys: 2 }])
})

/** A device with a display, which visitors touch. */
async function openDisplayStation() {
  const open = await openStation('A8307-E')
  const { device } = open
  const display = () => device.sent.findLast(({ type }) => type === 'display')
  return {
    ...open,
    /** Title and subtitle of the display. */
    shown: () => {
      const message = display()
      return message?.type === 'display' ? [message.display.title, message.display.subtitle] : []
    },
    touch: async (button: string) => {
      device.receive({ type: 'touched', button })
      await turn()
    },
  }
}

test('the display rings who is touched, and shows whom it rings, that somebody answers and that nobody does', async () => {
  const { set, device, agent, fails, shown, touch } = await openDisplayStation()
  await set(person('Ada', 'sip:a'), person('Bob', 'sip:b'))
  const attributes = [{ Name: 'ButtonOnDisplay', Value: 'true' }]
  const group = { id: 'all', type: 'Rule', label: 'All', childIds: ['Ada', 'Bob'] }
  await set({ ...group, UIAttributes: attributes })
  await touch('all')
  expect(shown()).toEqual(['Calling…', 'Ada'])
  await fails(408)
  expect(shown()).toEqual(['Calling…', 'Bob'])
  agent.happens({ callId: 'Out-1', state: 'active', answered: START })
  expect(shown()).toEqual(['Connected', 'Bob'])
  agent.happens({ callId: 'Out-1', state: 'terminated', ended: START })
  await turn()
  expect(shown()[0]).toBe('Welcome')
  await touch('#contacts')
  await touch('Bob')
  await fails(480)
  expect(shown()).toEqual(['Nobody answers.', 'Bob'])
  await device.clock.advance(8_000)
  expect(shown()[0]).toBe('Welcome')
  await touch('all')
  await fails(603)
  await fails(603)
  expect(shown()).toEqual(['The call was declined.', 'All'])
  await touch('all')
  expect(agent.told).toHaveLength(5)
})

test('on the display visitors end what they have rung, and answer or decline what comes in', async () => {
  const { set, agent, shown, touch } = await openDisplayStation()
  await set(person('Ada', 'sip:a'), person('Bob', 'sip:b'))
  await set({
    id: 'all',
    type: 'Rule',
    label: 'All',
    childIds: ['Ada', 'Bob'],
    UIAttributes: [{ Name: 'ButtonOnDisplay', Value: 'true' }],
  })
  await touch('all')
  await touch('#end')
  agent.happens({ callId: 'Out-0', state: 'terminated', code: 487, ended: START })
  await turn()
  // Bob is not rung any more.
  expect(agent.told).toEqual(['call sip:a with sip_account_0', 'terminate Out-0'])
  expect(shown()[0]).toBe('Welcome')
  agent.happens({ callId: 'In-1' })
  expect(shown()).toEqual(['Incoming call', ''])
  await touch('#answer')
  agent.happens({ callId: 'In-1', state: 'active', answered: START })
  expect(shown()[0]).toBe('Connected')
  await touch('#end')
  agent.happens({ callId: 'In-1', state: 'terminated', ended: START })
  agent.happens({ callId: 'In-2' })
  await touch('#end')
  expect(agent.told.slice(2)).toEqual(['answer In-1', 'terminate In-1', 'terminate In-2'])
})
