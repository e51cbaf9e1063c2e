import { beforeEach, expect, test } from 'vitest'
import { answerTo, bytesOf, classes, errorIn, methods, requestOf } from '../stun.ts'
import type { Endpoint, StunMessage } from '../stun.ts'
import { Transactions } from './transactions.ts'

const SERVER: Endpoint = { address: '203.0.113.1', port: 3478 }
const KEY = Buffer.from('the key')

let sent: { packet: Buffer; to: Endpoint }[]
let transactions: Transactions
let request: StunMessage
let answers: (StunMessage | undefined)[]

beforeEach(() => {
  sent = []
  answers = []
  transactions = new Transactions((packet, to) => sent.push({ packet, to }))
  request = requestOf(methods.BINDING)
  const done = (answer: StunMessage | undefined) => answers.push(answer)
  transactions.ask(request, bytesOf(request, KEY), { to: SERVER, key: KEY, now: 1000, done })
})

const success = () => answerTo(request, classes.RESPONSE)

test('a request is repeated ever less often, then given up', () => {
  for (let now = 1000; now < 9000; now += 100) transactions.tick(now)
  expect(sent).toHaveLength(4)
  expect(new Set(sent.map(({ packet }) => packet.toString('hex'))).size).toBe(1)
  expect(sent[0]?.to).toEqual(SERVER)
  expect(answers).toEqual([undefined])
})

test('its answer ends it, once', () => {
  transactions.receive(bytesOf(success(), KEY), SERVER)
  transactions.receive(bytesOf(success(), KEY), SERVER)
  for (let now = 1000; now < 9000; now += 100) transactions.tick(now)
  expect(answers.map((answer) => answer?.messageClass)).toEqual([classes.RESPONSE])
  expect(sent).toHaveLength(1)
})

test('nothing else does: another place, way, signature or id, a request, or garbage', () => {
  const good = bytesOf(success(), KEY)
  transactions.receive(good, { ...SERVER, port: 9 })
  transactions.receive(good, { ...SERVER, address: '203.0.113.2' })
  transactions.receive(good, { ...SERVER, relayed: true })
  transactions.receive(bytesOf(success()), SERVER)
  transactions.receive(bytesOf(success(), Buffer.from('guessed')), SERVER)
  transactions.receive(bytesOf(answerTo(requestOf(methods.BINDING), classes.RESPONSE), KEY), SERVER)
  transactions.receive(bytesOf(request, KEY), SERVER)
  transactions.receive(good.subarray(0, 20), SERVER)
  transactions.receive(Buffer.concat([good, Buffer.from('more')]), SERVER)
  const damaged = Buffer.from(good)
  damaged.writeUInt8(damaged.readUInt8(30) ^ 1, 30)
  transactions.receive(damaged, SERVER)
  expect(answers).toEqual([])
  transactions.receive(good, SERVER)
  expect(answers).toHaveLength(1)
})

test('an error needs no signature: who refuses a key can’t sign with it', () => {
  const refusal = answerTo(request, classes.ERROR).setAttribute('ERROR-CODE', [401, 'Unauthorized'])
  transactions.receive(bytesOf(refusal), SERVER)
  expect(answers.map((answer) => answer && errorIn(answer))).toEqual([
    { code: 401, reason: 'Unauthorized' },
  ])
})
