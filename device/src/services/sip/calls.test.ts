import { TOPICS } from '@lintel/contract/events'
import { expect, test } from 'vitest'
import { intercomService } from '../intercom/intercom.ts'
import { openSipDevice } from '../testing/sip-device.ts'

type Open = Awaited<ReturnType<typeof openSipDevice>>

const START = Date.UTC(2026, 10, 20, 13, 7, 32)

async function openReady(): Promise<Open> {
  const open = await openSipDevice()
  await open.ask('SetSIPConfiguration', { SIPConfiguration: { SIPEnabled: true } })
  return open
}

/** The call events of a device, as `topic item=value …`. */
function heardBy({ device }: Open): string[] {
  const heard: string[] = []
  device.events.subscribe(({ topic, data }) => {
    const short = Object.entries(data).filter(([name]) => name !== 'DeviceURI')
    if (topic === TOPICS.callState || topic === TOPICS.callStateChange) {
      heard.push([topic, ...short.map(([name, value]) => `${name}=${value}`)].join(' '))
    }
  })
  return heard
}

test('a call is made, asked for and ended (DEVICE-76, DEVICE-77, DEVICE-78)', async () => {
  const { ask, agent } = await openReady()
  expect(await ask('Call', { To: 'sip:6002@example.axis.com' })).toEqual({ CallId: 'Out-0' })
  expect(agent.told).toEqual(['call sip:6002@example.axis.com with the default'])
  const status = async () => (await ask('GetCallStatus', { CallId: 'Out-0' }))['CallStatus']
  expect(await status()).toEqual({
    CallId: 'Out-0',
    Source: 'DoorStation',
    CallState: 'Calling',
    CallStateReason: 'Initiated',
    StartTime: '2026-11-20T13:07:32.000Z',
    Direction: 'Outgoing',
    DeviceURI: 'sip:192.0.2.90:5060',
    RemoteURI: 'sip:6002@example.axis.com',
    CallType: 'SIP',
    SIPAccountId: 'sip_account_0',
  })
  agent.happens({ callId: 'Out-0', state: 'active', answered: START + 2000, codec: 'G.722' })
  expect(await status()).toMatchObject({
    CallState: 'Active',
    CallStateReason: 'AcceptedByRemote',
    AudioCodec: 'G.722',
  })
  expect(await ask('TerminateCall', { CallId: 'Out-0' })).toEqual({})
  expect(agent.told).toContain('terminate Out-0')
  agent.happens({ callId: 'Out-0', state: 'terminated', ended: START + 9000 })
  expect(await status()).toMatchObject({
    CallState: 'Terminated',
    CallStateReason: 'Terminated',
    StopTime: '2026-11-20T13:07:41.000Z',
  })
  expect((await ask('GetCallStatuses'))['CallStatus']).toHaveLength(1)
  expect((await ask('GetCallStatuses', { CallId: ['x'] }))['CallStatus']).toEqual([])
})

test('an operator may call, a viewer may not; the simple form works, too', async () => {
  const { device, post } = await openReady()
  const to = { To: 'sip:192.0.2.1' }
  expect((await post('Call', to, 'oper')).status).toBe(200)
  expect((await post('Call', to, 'view')).status).toBe(403)
  const simple = '/vapix/call?format=simple&action=axcall:Call&To=sip:192.0.2.2'
  expect(await device.text(simple, { as: 'oper' })).toBe('{"CallId":"Out-1"}')
})

test('a call that is not possible is a fault, with a message for people (SIPCALL-05)', async () => {
  const { ask, post, fault } = await openSipDevice()
  const off = await post('Call', { To: 'sip:192.0.2.1' })
  expect([off.status, await off.json()]).toEqual([
    409,
    {
      Fault: 'env:Receiver',
      FaultCode: 'ter:Action',
      FaultSubCode: null,
      FaultReason: 'Action failed',
      FaultMsg: 'SIP is disabled.',
    },
  ])
  await ask('SetSIPConfiguration', { SIPConfiguration: { SIPEnabled: true } })
  expect(await fault('Call', { To: 'nobody' })).toContain("'To'")
  expect(await fault('Call', { To: 'VMS_CALL' })).toBe('VMS calls are not supported.')
  expect(await fault('Call', { To: 'sip:a', SIPAccountId: 'x' })).toContain('no such SIP account')
  expect(await fault('GetCallStatus', { CallId: 'x' })).toBe('There is no such call.')
  expect(await fault('TerminateCall', { CallId: 'x' })).toBe('There is no such call.')
})

test('an outgoing call is announced as published', async () => {
  const open = await openReady()
  const current = open.device.events.current().find(({ topic }) => topic === TOPICS.callState)
  expect(current).toMatchObject({ source: { Source: 'DoorStation' }, data: { CallState: 'Idle' } })
  const heard = heardBy(open)
  await open.ask('Call', { To: 'sip:b' })
  open.agent.happens({ callId: 'Out-0', state: 'active', answered: START })
  open.agent.happens({ callId: 'Out-0', state: 'active', encrypted: true })
  open.agent.happens({ callId: 'Out-0', state: 'terminating' })
  open.agent.happens({ callId: 'Out-0', state: 'terminated', ended: START })
  const change = (reason: string) =>
    `Call/StateChange Reason=${reason} CallId=Out-0 RemoteURI=sip:b`
  expect(heard).toEqual([
    change('Initiated'),
    'Call/State CallState=Calling',
    change('AcceptedByRemote'),
    'Call/State CallState=Active',
    'Call/State CallState=Idle',
    change('Terminated'),
  ])
})

test('an incoming call is announced when it is answered', async () => {
  const open = await openReady()
  const heard = heardBy(open)
  open.agent.happens({ callId: 'In-1' })
  expect(heard).toEqual([])
  open.agent.happens({ callId: 'In-1', state: 'active', answered: START })
  expect(heard).toEqual([
    'Call/StateChange Reason=AcceptedByDevice CallId=In-1 RemoteURI=sip:6001@192.0.2.1',
    'Call/State CallState=Active',
  ])
})

test.each([
  ['outgoing', 486, 'Busy'],
  ['outgoing', 408, 'NoAnswer'],
  ['outgoing', 404, 'Failed'],
  ['incoming', 403, 'Denied'],
  ['incoming', 487, 'NoAnswer'],
  ['outgoing', undefined, 'Terminated'],
] as const)('an %s call that ends with %s is %s', async (direction, code, reason) => {
  const open = await openReady()
  const heard = heardBy(open)
  open.agent.happens({ callId: 'C', direction, state: 'terminated', code, ended: START })
  expect(heard[0]).toContain(`Reason=${reason} `)
})

test('the call button answers a call that rings', async () => {
  const { device, agent } = await openReady()
  agent.happens({ callId: 'In-1' })
  device.receive({ type: 'pressed', key: 'callButton' })
  expect(agent.told).toEqual(['answer In-1'])
})

test('keys of the keypad go to the call, and are no PIN then', async () => {
  const { device, agent } = await openSipDevice('A8307-E', [intercomService])
  const press = (key: '7' | '#') => device.receive({ type: 'pressed', key })
  const pin = () =>
    device.events.current().find(({ topic }) => topic === TOPICS.keypad)?.data['State']
  agent.happens({ callId: 'In-1', state: 'active', answered: START })
  press('7')
  expect([agent.told, pin()]).toEqual([['press 7 in In-1'], 'KSM_IDLE'])
  agent.happens({ callId: 'In-1', state: 'terminated', ended: START })
  press('7')
  expect([agent.told, pin()]).toEqual([['press 7 in In-1'], 'KSM_PIN_MODE'])
})

test('the ladder of a call and of an account can be read', async () => {
  const { device, agent } = await openReady()
  const line = {
    time: START,
    sent: true,
    peer: '192.0.2.1:5060',
    line: 'INVITE sip:b SIP/2.0',
    method: 'INVITE',
  }
  agent.lines = [
    { ...line, callId: 'Out-0', accountId: 'sip_account_0' },
    { ...line, callId: undefined, accountId: 'sip_account_0', method: 'REGISTER' },
  ]
  const read = async (query: string) =>
    (await device.fetch(`/lintel/calls/ladder?${query}`, { as: 'root' })).json()
  expect(await read('callId=Out-0')).toEqual({
    lines: [{ ...line, callId: 'Out-0', accountId: 'sip_account_0' }],
  })
  expect(await read('callId=x')).toEqual({ lines: [] })
})

test('the bench sees calls with their levels, answers them, ends them and speaks', async () => {
  const { device, agent } = await openReady()
  const shown = () => device.sent.findLast((message) => message.type === 'calls')
  const done = async (ask: number) => {
    await expect
      .poll(() => device.sent.find((message) => message.type === 'done' && message.ask === ask))
      .toBeDefined()
    const message = device.sent.find((one) => one.type === 'done' && one.ask === ask)
    return message?.type === 'done' ? message.error : undefined
  }
  agent.happens({ callId: 'In-1' })
  expect(shown()).toMatchObject({
    calls: [{ callId: 'In-1', state: 'ringing', account: 'Peer-to-peer', heard: null }],
    microphone: 'silence',
  })
  agent.happens({ callId: 'In-1', state: 'active', answered: START + 5, codec: 'PCMU' })
  const levels = { sent: 1, received: 1, lost: 0, rejected: 0 }
  agent.measures('In-1', { ...levels, heard: -20.04, spoken: Number.NEGATIVE_INFINITY })
  expect(shown()).toMatchObject({
    calls: [{ state: 'active', codec: 'PCMU', since: START + 5, heard: -20, spoken: null }],
  })
  const tone = { kind: 'tone', hertz: 440, level: 0.5 } as const
  // The device's own telephone, which the board speaks to, has no calls in this test.
  device.receive({ type: 'answerCall', ask: 1, callId: 'In-9' })
  expect(await done(1)).toBe('There is no such call.')
  device.receive({ type: 'microphone', ask: 2, microphone: tone })
  expect(await done(2)).toBeUndefined()
  agent.happens({ callId: 'In-1', state: 'terminated', ended: START + 10 })
  expect(device.sent.findLast((message) => message.type === 'calls')).toMatchObject({ calls: [] })
})

test('a call waits until the settings are applied', async () => {
  const open = await openReady()
  let applied = () => {}
  const settled = new Promise<void>((resolve) => (applied = resolve))
  open.agent.settled = () => settled
  const asked = open.ask('Call', { To: 'sip:reception@192.0.2.7' })
  // By then the call before it has arrived.
  await open.ask('GetCallStatuses')
  expect(open.agent.told).toEqual([])
  applied()
  await asked
  expect(open.agent.told).toEqual(['call sip:reception@192.0.2.7 with the default'])
})

test('the display names who is at the other end by the phonebook, never by the address', async () => {
  const { device, ask, agent } = await openReady()
  const call = { type: 'SIP' as const, accountid: '', scheduleIds: [] }
  const ada = { id: 'ada', type: 'Person' as const, firstName: 'Ada', lastName: 'Lovelace' }
  device.phonebook.set(
    [{ ...ada, callInformation: [{ ...call, address: 'sip:ada@192.0.2.7' }] }],
    () => {},
  )
  const shown = () => {
    const message = device.sent.findLast(({ type }) => type === 'display')
    return message?.type === 'display' ? [message.display.title, message.display.subtitle] : []
  }
  agent.happens({ callId: 'In-1', remoteUri: 'sip:ada@192.0.2.7' })
  expect(shown()).toEqual(['Incoming call', 'Ada Lovelace'])
  agent.happens({ callId: 'In-1', state: 'active', answered: START })
  expect(shown()).toEqual(['Connected', 'Ada Lovelace'])
  agent.happens({ callId: 'In-1', state: 'terminated', ended: START })
  agent.happens({ callId: 'In-2', remoteUri: 'sip:stranger@192.0.2.8' })
  expect(shown()).toEqual(['Incoming call', ''])
  agent.happens({ callId: 'In-2', state: 'terminated', ended: START })
  // A call that nobody at the door has begun is seen there too.
  const { CallId } = await ask('Call', { To: 'sip:ada@192.0.2.7' })
  expect(shown()).toEqual(['Calling…', 'Ada Lovelace'])
  agent.happens({ callId: String(CallId), state: 'terminated', ended: START })
  expect(shown()[0]).toBe('Welcome')
})
