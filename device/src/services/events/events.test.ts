import { subscribeMessage, TOPICS } from '@lintel/contract/events'
import type { Topic } from '@lintel/contract/events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { authorization, openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { eventService } from './events.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([eventService])
  device.makeAccounts()
})
afterEach(() => device.close())

/** An open socket; `next` returns its messages one by one. */
async function open(user = 'view', path = '/vapix/axevws') {
  const socket = new WebSocket(device.url.replace('http', 'ws') + path, {
    headers: { authorization: authorization(user) },
  })
  const messages: string[] = []
  const waiting: ((text: string) => void)[] = []
  socket.on('message', (data: Buffer) => {
    const text = data.toString()
    const first = waiting.shift()
    if (first) first(text)
    else messages.push(text)
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const next = () =>
    new Promise<string>((resolve) => {
      const text = messages.shift()
      if (text === undefined) waiting.push(resolve)
      else resolve(text)
    })
  return { socket, next, ask: async (message: string) => (socket.send(message), next()) }
}

const heat = (state: string) =>
  device.events.publish({ topic: TOPICS.heat, source: {}, data: { HeatState: state } }, 'state')

test('a subscription is answered with its id, then the current state, then every change (DEVICE-148, DEVICE-149, DEVICE-153)', async () => {
  heat('Cold')
  const { ask, next, socket } = await open()
  expect(await ask(subscribeMessage(['Device/Intercom/OperatingState'], 'first'))).toBe(
    '{"apiVersion":"1.0","method":"axev:subscribe","id":"first","data":{}}',
  )
  const notified = (state: string) =>
    `{"apiVersion":"1.0","method":"axev:notify","params":{"notifications":[{"topic":"tns1:Device/tnsaxis:Intercom/OperatingState","timestamp":"2026-11-20T13:07:32.000Z","data":{"Source":{"SimpleItem":[]},"Data":{"SimpleItem":[{"Name":"HeatState","Value":"${state}"}]}}}]}}`
  expect(await next()).toBe(notified('Cold'))
  heat('Normal')
  expect(await next()).toBe(notified('Normal'))
  socket.close()
})

test('operators hear whether a disk can be used, viewers do not', async () => {
  const source = { disk_id: 'SD_DISK' }
  const disruption = { topic: TOPICS.storageDisruption, source, data: { disruption: '1' } }
  const hears = async (user: string) => {
    const { ask, next, socket } = await open(user)
    const texts = [await ask(subscribeMessage(['Storage', 'Call/State'], 'a'))]
    device.events.publish(disruption)
    device.events.publish({ topic: TOPICS.callState, source: {}, data: { CallState: 'Active' } })
    while (!texts.at(-1)?.includes('Active')) texts.push(await next())
    socket.close()
    return texts.join('')
  }
  expect(await hears('oper')).toContain(
    '"topic":"tnsaxis:Storage/Disruption","timestamp":"2026-11-20T13:07:32.000Z","data":{"Source":{"SimpleItem":[{"Name":"disk_id","Value":"SD_DISK"}]},"Data":{"SimpleItem":[{"Name":"disruption","Value":"1"}]}}',
  )
  expect(await hears('view')).not.toContain('Storage')
})

test('a viewer hears that there is a call, but not with whom, nor of accounts', async () => {
  const { events, accounts } = device
  const publish = (topic: Topic, data: Record<string, string>) =>
    events.publish({ topic, source: {}, data }, 'state')
  publish(TOPICS.sipAccountStatus, { Status: '200' })
  publish(TOPICS.callStateChange, { RemoteURI: 'sip:before@192.0.2.1' })
  const sockets = await Promise.all(['root', 'oper', 'view'].map((user) => open(user)))
  const hears = async ({ ask, next, socket }: Awaited<ReturnType<typeof open>>) => {
    const texts: string[] = [await ask(subscribeMessage(['Call'], 'a'))]
    events.publish({ topic: TOPICS.dtmf, source: {}, data: { CallId: 'Out-1' } })
    events.publish({ topic: TOPICS.callState, source: {}, data: { CallState: 'Active' } })
    while (!texts.at(-1)?.includes('Active')) texts.push(await next())
    socket.close()
    return texts.flatMap((text) => /"topic":"tnsaxis:Call\/(\w+)"/.exec(text)?.[1] ?? [])
  }
  const heard = []
  for (const socket of sockets) heard.push(await hears(socket))
  expect(heard).toEqual([
    ['State', 'SIPAccountStatus', 'StateChange', 'DTMF', 'State'],
    ['State', 'StateChange', 'DTMF', 'State'],
    ['State', 'State'],
  ])
  // Who loses a role hears no more of it on the same socket.
  const { ask, next, socket } = await open('oper')
  await ask(subscribeMessage(['Call/StateChange', 'Call/State'], 'b'))
  expect([await next(), await next()].join('')).toContain('sip:before@')
  accounts.update('oper', { groups: ['viewer'] })
  publish(TOPICS.callStateChange, { RemoteURI: 'sip:after@192.0.2.1' })
  publish(TOPICS.callState, { CallState: 'Idle' })
  expect(await next()).toContain('Idle')
  socket.close()
})

test('operators hear of detectors, administrators of the speaker test too, viewers of neither', async () => {
  const topics = [TOPICS.speakerTest, TOPICS.shock, TOPICS.audioDetection, TOPICS.tampering]
  const hears = async (user: string) => {
    const { ask, next, socket } = await open(user)
    const texts = [await ask(subscribeMessage([...topics, TOPICS.changed], 'a'))]
    for (const topic of topics) device.events.publish({ topic, source: {}, data: {} })
    device.events.changed('audio')
    while (!texts.at(-1)?.includes('Changed')) texts.push(await next())
    socket.close()
    return texts.flatMap((text) => /"topic":"([^"]+)"/.exec(text)?.[1] ?? [])
  }
  // The topics of the public event declarations.
  const detected = [
    'tns1:Device/tnsaxis:Tampering/ShockDetected',
    'tns1:AudioSource/tnsaxis:TriggerLevel',
    'tns1:VideoSource/tnsaxis:Tampering',
  ]
  const changed = 'tns1:Device/tnsaxis:Lintel/Changed'
  const tested = 'tns1:Device/tnsaxis:SpeakerTest/TestResult'
  expect(await hears('root')).toEqual([tested, ...detected, changed])
  expect(await hears('oper')).toEqual([...detected, changed])
  expect(await hears('view')).toEqual([changed])
})

test('the items of a shock are those of the public event declaration', async () => {
  const { ask, next, socket } = await open('oper')
  await ask(subscribeMessage(['tns1:Device/tnsaxis:Tampering//.'], 'a'))
  device.events.publish({ topic: TOPICS.shock, source: { channel: '1' }, data: {} })
  expect(await next()).toContain(
    '"data":{"Source":{"SimpleItem":[{"Name":"channel","Value":"1"}]},"Data":{"SimpleItem":[]}}',
  )
  socket.close()
})

test('several subscriptions on one socket deliver each event once, and only their topics', async () => {
  const { ask, next, socket } = await open('view', '/vapix/intercomws')
  await ask(subscribeMessage(['Device/Intercom'], 'one'))
  await ask(subscribeMessage(['tns1:Device/tnsaxis:Intercom/OperatingState'], 'two'))
  device.events.publish({ topic: TOPICS.changed, source: {}, data: { Area: 'users' } })
  heat('Hot')
  expect(await next()).toContain('Hot')
  // The next message is the next response, so nothing was sent in between.
  expect(await ask('{"method":"axev:frob","id":7}')).toContain('"id":7')
  socket.close()
})

test.each([
  [
    '{',
    '{"apiVersion":"1.0","error":{"code":2101,"message":"The message must be JSON with a method."}}',
  ],
  [
    '[]',
    '{"apiVersion":"1.0","error":{"code":2101,"message":"The message must be JSON with a method."}}',
  ],
  [
    '{"method":"axev:frob","id":"x"}',
    '{"apiVersion":"1.0","method":"axev:frob","id":"x","error":{"code":2102,"message":"There is no such method."}}',
  ],
  [
    '{"method":"axev:subscribe","params":{"topics":[]}}',
    '{"apiVersion":"1.0","method":"axev:subscribe","error":{"code":2104,"message":"params.topics must name 1 to 64 topics."}}',
  ],
])('%s is answered with an error, and the socket stays open', async (message, answer) => {
  const { ask, socket } = await open()
  expect(await ask(message)).toBe(answer)
  expect(await ask(subscribeMessage(['Device'], 'a'))).toContain('"data":{}')
  socket.close()
})

test('removing an account closes its socket and no other', async () => {
  const [gone, stays] = [await open('view'), await open('oper')]
  const closed = new Promise<number>((resolve) => gone.socket.once('close', resolve))
  device.accounts.remove('view')
  expect(await closed).toBe(1008)
  expect(await stays.ask(subscribeMessage(['Device'], 'a'))).toContain('"data":{}')
  stays.socket.close()
})

test('a socket with too many subscriptions is closed', async () => {
  const { socket } = await open()
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  for (let turn = 0; turn < 5; turn += 1) {
    const topics = Array.from({ length: 64 }, (_, index) => `Topic/${turn}/${index}`)
    socket.send(subscribeMessage(topics, 'many'))
  }
  expect(await closed).toBe(1008)
})

test('a client that asks for the state faster than it reads it is disconnected', async () => {
  heat('x'.repeat(100_000))
  const { socket } = await open()
  const closed = new Promise<string>((resolve) => {
    socket.once('close', (code) => resolve(`closed ${code}`))
  })
  const answered = new Promise<string>((resolve) => {
    socket.on('message', (data: Buffer) => {
      if (data.toString().includes('"id":"last"')) resolve('answered')
    })
  })
  for (let turn = 0; turn < 100; turn += 1) socket.send(subscribeMessage(['Device'], 'again'))
  socket.send('{"method":"axev:frob","id":"last"}')
  expect(await Promise.race([closed, answered])).toBe('closed 1006')
})

test('without credentials the socket is refused', async () => {
  const socket = new WebSocket(`${device.url.replace('http', 'ws')}/vapix/axevws`)
  const status = await new Promise((resolve) => {
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode))
    socket.once('error', () => {})
  })
  expect(status).toBe(401)
})
