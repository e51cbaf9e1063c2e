import { EventEmitter } from 'node:events'
import type { FromDevice } from '@lintel/contract/wire'
import { Refusal } from '@lintel/contract/fault'
import { expect, test } from 'vitest'
import { openLog } from '../log.ts'
import { handleBoardRequests } from './board-requests.ts'
import { openWire } from './wire.ts'

function openRig() {
  const sent: FromDevice[] = []
  const channel = Object.assign(new EventEmitter(), {
    connected: true,
    send: (message: FromDevice) => sent.push(message),
  })
  return { channel, sent, wire: openWire(channel) }
}

const settled = () =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

test('each message reaches the subscribers of its type until they unsubscribe', () => {
  const { channel, wire } = openRig()
  const received: number[] = []
  const end = wire.on('world', ({ world }) => received.push(world.temperature))
  channel.emit('message', { type: 'world', world: { temperature: 5, cable: true } })
  channel.emit('message', { type: 'faults', faults: [] })
  channel.emit('message', { type: 'unheard of' })
  end()
  channel.emit('message', { type: 'world', world: { temperature: 6, cable: true } })
  expect(received).toEqual([5])
})

test('nothing is sent into a closed channel', () => {
  const { channel, sent, wire } = openRig()
  let cuts = 0
  wire.onCut(() => (cuts += 1))
  wire.send({ type: 'hello' })
  channel.connected = false
  channel.emit('disconnect')
  wire.send({ type: 'hello' })
  expect(sent).toEqual([{ type: 'hello' }])
  expect(cuts).toBe(1)
})

test('the board’s requests are answered in order, failed ones with a message', async () => {
  const { channel, sent, wire } = openRig()
  const order: string[] = []
  handleBoardRequests(wire, openLog('silent'), {
    sync: () => undefined,
    async advance() {
      await settled()
      order.push('advance')
    },
    clock() {
      order.push('clock')
    },
    save() {
      throw new Refusal('storage', 'No room.')
    },
    card() {},
    pin() {},
    call() {},
    controller() {},
    oldCiphers() {},
    answerCall() {},
    sendWelcomeImage() {},
    endCall() {},
    microphone() {},
    speaker() {
      order.push('speaker')
    },
    restore: () => Promise.reject(new Error('secret detail')),
  })
  channel.emit('message', { type: 'advance', ask: 1, milliseconds: 5 })
  channel.emit('message', { type: 'clock', ask: 2, offset: 5 })
  channel.emit('message', { type: 'save', ask: 3, file: 'x' })
  channel.emit('message', { type: 'restore', ask: 4, file: 'x', clockOffset: 0 })
  await expect.poll(() => sent.length).toBe(4)
  expect(order).toEqual(['advance', 'clock'])
  expect(sent).toEqual([
    { type: 'done', ask: 1 },
    { type: 'done', ask: 2 },
    { type: 'done', ask: 3, error: 'No room.' },
    { type: 'done', ask: 4, error: 'The device failed to carry out the request.' },
  ])
})
