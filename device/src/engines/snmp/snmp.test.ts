/**
 * Tests with messages that no well-behaved manager sends, and tests of the address that the agent
 * listens on.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { TAG, empty, integer, name, octets, oid, readerOf, sequence } from './ber.ts'
import { trafficIn } from './host-interface.ts'
import { engineIdOf } from './names.ts'
import { PDU, readPdu, writePdu } from './pdu.ts'
import type { Pdu } from './pdu.ts'
import { PASSWORD, SERIAL, openRig } from './testing/snmp-rig.ts'
import { keysOf, open, readMessage, writeMessage } from './usm.ts'
import type { Engine } from './usm.ts'

const SERVICES = oid('1.3.6.1.2.1.1.7.0')
const MIB_2 = oid('1.3.6.1.2.1')
const ENGINE_ID = engineIdOf(SERIAL)
const KEYS = keysOf(PASSWORD, ENGINE_ID)
const V3 = { V1: false, V2c: false, V3: true, InitialUserPasswd: PASSWORD }

const request = (
  type: number,
  names: readonly (readonly number[])[],
  rest: Partial<Pdu> = {},
): Pdu => ({
  type,
  id: 4711,
  status: 0,
  index: 0,
  varbinds: names.map((one) => ({ name: one, value: empty(TAG.nothing) })),
  ...rest,
})

const community = (pdu: Pdu, version = 1) =>
  sequence(integer(version), octets('public'), writePdu(pdu))

/** The PDU of a version 1 or 2c response. */
function responseIn(datagram: Buffer | undefined): Pdu {
  if (!datagram) throw new Error('no answer')
  const reader = readerOf(datagram).inside()
  reader.integer()
  reader.content(TAG.octets)
  return readPdu(reader)
}

/** A version 3 request to an engine with this id, boots and time. */
function signed(
  engine: Partial<Engine> & { now?: number },
  pdu = request(PDU.get, [SERVICES]),
): Buffer {
  const { id = ENGINE_ID, boots = 1, now = 0 } = engine
  const message = writeMessage({
    id: 1,
    engine: { id, boots, time: () => now },
    user: 'initial',
    pdu,
    secured: { method: 'sha-aes', keys: keysOf(PASSWORD, id), encrypted: true },
  })
  return message
}

/** The arc of the reported counter; undefined for a response. */
function reportIn(datagram: Buffer | undefined): number | undefined {
  if (!datagram) throw new Error('no answer')
  const reader = readerOf(datagram).inside()
  reader.integer()
  const message = readMessage(reader, datagram)
  if (message.encrypted) {
    expect(open(message, 'sha-aes', KEYS)?.type).toBe(PDU.response)
    return undefined
  }
  const scoped = message.data.inside()
  scoped.content(TAG.octets)
  scoped.content(TAG.octets)
  const pdu = readPdu(scoped)
  expect(pdu.type).toBe(PDU.report)
  return pdu.varbinds[0]?.name.at(-2)
}

test('keys match the example of RFC 3414', () => {
  const engineId = Buffer.from('000000000000000000000002', 'hex')
  const { 'md5-des': md5, 'sha-aes': sha } = keysOf('maplesyrup', engineId)
  expect(md5.toString('hex')).toBe('526f5eed9fcce26f8964c2930787d82b')
  expect(sha.toString('hex')).toBe('6695febc9288e36282235fc7151f128497b38f3f')
})

test('a replayed version 3 message is refused', async () => {
  const rig = await openRig(V3)
  const message = signed({})
  // The message doesn't have flag 4, so no report is sent.
  expect(reportIn(await rig.send(message))).toBeUndefined()
  await rig.clock.advance(151_000)
  expect(await rig.send(message)).toBeUndefined()
  await rig.restart('power')
  expect(await rig.send(signed({ boots: 1, now: 151 }))).toBeUndefined()
  expect(reportIn(await rig.send(signed({ boots: 2, now: 151 })))).toBeUndefined()
  expect(rig.parameters.get('root.SNMP.EngineBoots')).toBe(2)
})

test('a message for another engine is refused, even with the right password', async () => {
  const rig = await openRig(V3)
  const other = signed({ id: engineIdOf('AECC8E999999') })
  expect(await rig.send(other)).toBeUndefined()
  expect(reportIn(await rig.send(signed({})))).toBeUndefined()
})

test('engine discovery returns the engine id and time', async () => {
  const rig = await openRig(V3)
  const discovery = sequence(
    integer(3),
    sequence(integer(9), integer(65_507), octets(Buffer.from([4])), integer(3)),
    octets(sequence(octets(''), integer(0), integer(0), octets(''), octets(''), octets(''))),
    sequence(octets(''), octets(''), writePdu(request(PDU.get, []))),
  )
  const answer = await rig.send(discovery)
  expect(reportIn(answer)).toBe(4)
  expect(answer?.includes(ENGINE_ID)).toBe(true)
  expect(ENGINE_ID.toString('hex')).toBe('8000017003aecc8e012345')
})

test('without a password there is no version 3 user', async () => {
  const rig = await openRig({ ...V3, InitialUserPasswd: '' })
  expect(await rig.send(signed({}))).toBeUndefined()
})

test('a response never exceeds one packet, however large the request', async () => {
  const rig = await openRig()
  const all = await rig.send(community(request(PDU.getBulk, [MIB_2], { index: 2 ** 31 - 1 })))
  expect(all?.length).toBeLessThanOrEqual(1400)
  expect(responseIn(all).varbinds.length).toBeGreaterThan(20)
  const often = Array.from({ length: 128 }, () => oid('1.3.6.1.2.1.1.1.0'))
  expect(responseIn(await rig.send(community(request(PDU.get, often))))).toMatchObject({
    status: 1,
  })
  expect(await rig.send(community(request(PDU.get, [...often, SERVICES])))).toBeUndefined()
})

test('missing names are reported in the way of each version', async () => {
  const rig = await openRig()
  const names = [SERVICES, oid('1.3.6.1.2.1.1.7.1'), oid('1.3.6.1.4.1.1.0')]
  const second = responseIn(await rig.send(community(request(PDU.get, names))))
  expect(second.varbinds.map(({ value }) => value[0])).toEqual([
    TAG.integer,
    TAG.noSuchInstance,
    TAG.noSuchObject,
  ])
  const first = responseIn(await rig.send(community(request(PDU.get, names), 0)))
  expect([first.status, first.index]).toEqual([2, 2])
  const end = request(PDU.getNext, [oid('1.3.6.1.6.4')])
  expect(responseIn(await rig.send(community(end))).varbinds[0]?.value[0]).toBe(TAG.endOfMibView)
  expect(responseIn(await rig.send(community(end, 0))).status).toBe(2)
  // Version 1 has no GetBulk.
  expect(await rig.send(community(request(PDU.getBulk, [MIB_2], { index: 3 }), 0))).toBeUndefined()
})

test('names with large arcs survive a round trip', () => {
  const long = oid('2.999.4294967295.128.127.0')
  expect(readerOf(name(long)).name()).toEqual(long)
  expect(() => readerOf(Buffer.from('060a2b8fffffffff7f01010101', 'hex')).name()).toThrow(
    SyntaxError,
  )
})

test('malformed messages get no response and cause no error', async () => {
  const rig = await openRig({ V3: true, InitialUserPasswd: PASSWORD })
  const whole = [community(request(PDU.get, [SERVICES])), signed({})]
  const broken = whole.flatMap((message) => [
    ...Array.from(message, (_, at) => message.subarray(0, at)),
    ...Array.from(message, (byte, at) => {
      const bent = Buffer.from(message)
      bent[at] = byte ^ 0xff
      return bent
    }),
  ])
  const socket = createSocket('udp4')
  const messages = [...broken, ...Array.from({ length: 50 }, () => randomBytes(120))]
  for (const message of messages) {
    socket.send(message, rig.port, '127.0.0.1')
    // One at a time: the system would drop most of a burst.
    await new Promise(setImmediate)
  }
  socket.close()
  expect(responseIn(await rig.send(community(request(PDU.get, [SERVICES])))).status).toBe(0)
})

test('without a cable there is no response', async () => {
  const rig = await openRig({}, { cable: false })
  const message = community(request(PDU.get, [SERVICES]))
  expect(await rig.send(message)).toBeUndefined()
  await rig.clock.advance(5_000)
  rig.snmp().worldChanged({ cable: true })
  expect(await rig.send(message)).toBeDefined()
  // ifLastChange, in hundredths of a second.
  const since = responseIn(
    await rig.send(community(request(PDU.get, [oid('1.3.6.1.2.1.2.2.1.9.1')]))),
  )
  const ticks = readerOf(since.varbinds[0]?.value ?? Buffer.alloc(0)).content(TAG.timeTicks)
  expect(ticks.readUIntBE(0, ticks.length)).toBeGreaterThanOrEqual(500)
})

test('a trap is sent if its switch is on, with the trap community (SNMP-02, SNMP-03)', async () => {
  const receiver = createSocket('udp4').bind(0, '127.0.0.1')
  onTestFinished(() => void receiver.close())
  await once(receiver, 'listening')
  const traps = {
    'Trap.Enabled': true,
    'Trap.T0.Address': '127.0.0.1',
    'Trap.T0.Community': 'traps',
    'Trap.T0.AuthFail.Enabled': true,
  }
  const rig = await openRig(traps, { trapPort: receiver.address().port })
  const received = once(receiver, 'message')
  await rig.send(sequence(integer(1), octets('guess'), writePdu(request(PDU.get, [SERVICES]))))
  const [datagram] = (await received) as [Buffer]
  const reader = readerOf(datagram).inside()
  expect(reader.integer()).toBe(1)
  expect(reader.content(TAG.octets).toString()).toBe('traps')
  expect(rig.benchLog.map(([, { trap }]) => trap)).toEqual(['authenticationFailure'])
})

test('while SNMP is off no traps are sent', async () => {
  const traps = {
    'Trap.Enabled': true,
    'Trap.T0.Address': '127.0.0.1',
    'Trap.T0.ColdStart.Enabled': true,
    'Trap.T0.LinkUp.Enabled': true,
  }
  // Nothing has to receive them: the bench logs each one that is sent.
  const rig = await openRig({ ...traps, Enabled: false }, { trapPort: 9 })
  rig.set({ Enabled: true })
  rig.snmp().worldChanged({ cable: false })
  rig.snmp().worldChanged({ cable: true })
  const sent = () => rig.benchLog.map(([, { trap }]) => trap)
  await expect.poll(sent).toContain('linkUp')
  expect(sent()).toEqual(['linkUp'])
})

test('switching on and off and moving repeatedly leaks no sockets', async () => {
  const rig = await openRig()
  const message = community(request(PDU.get, [SERVICES]))
  const before = openSockets()
  for (const address of ['127.0.0.1', '127.0.0.1', '127.0.0.1']) {
    rig.set({ Enabled: false })
    rig.set({ Enabled: true })
    await rig.moveTo(address)
  }
  expect(openSockets()).toBe(before)
  if (process.platform === 'linux') {
    await rig.moveTo('127.0.0.83')
    expect(await rig.send(message)).toBeDefined()
    await rig.moveTo('127.0.0.1')
  }
  rig.set({ Enabled: false })
  await rig.snmp().settled()
  expect(await rig.send(message)).toBeUndefined()
})

/** The number of this process's sockets, where the system shows them. */
function openSockets(): number {
  if (process.platform !== 'linux') return 0
  return readdirSync('/proc/self/fd').length
}

test('a port in use is logged on the bench, and retried when SNMP is switched on', async () => {
  const rig = await openRig({ Enabled: false })
  const other = createSocket('udp4').bind(rig.port, '127.0.0.1')
  await once(other, 'listening')
  rig.set({ Enabled: true })
  await rig.snmp().settled()
  expect(rig.benchLog).toEqual([['snmp.noPort', { address: '127.0.0.1', port: rig.port }]])
  await new Promise<void>((closed) => void other.close(() => closed()))
  rig.set({ Enabled: false })
  rig.set({ Enabled: true })
  await rig.snmp().settled()
  expect(await rig.send(community(request(PDU.get, [SERVICES])))).toBeDefined()
})

test('restoring an older boot counter doesn’t make old messages valid again', async () => {
  const rig = await openRig(V3)
  await rig.restart('power')
  rig.set({ EngineBoots: 0 })
  expect(rig.parameters.get('root.SNMP.EngineBoots')).toBe(2)
})

test('counters are read from the interface’s line in Linux’s table', () => {
  const table =
    'Inter-|   Receive\n  eth0: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n    lo:7 7 0 0\n'
  expect(trafficIn(table, 'eth0')).toEqual({
    received: { bytes: 1, packets: 2, errors: 3, dropped: 4, multicast: 8 },
    sent: { bytes: 9, packets: 10, errors: 11, dropped: 12 },
  })
  expect(trafficIn(table, 'lo')).toBeUndefined()
  expect(trafficIn(table, 'eth1')).toBeUndefined()
})
