import { randomBytes } from 'node:crypto'
import { ByePacket, CompoundPacket, RtpPacket, SenderReportPacket } from 'rtp.js/packets'
import { beforeEach, expect, test } from 'vitest'
import type { CodecName, Direction } from '../sip/types.ts'
import { CallAudio } from './call-audio.ts'
import type { Endpoint } from './stun.ts'
import type { MediaAgreement, SrtpKey } from './types.ts'

const key = (): SrtpKey => ({ suite: 'AES_CM_128_HMAC_SHA1_80', keyAndSalt: randomBytes(30) })

/** One end of a call: what it sends goes through `fate` to the other end. */
interface End {
  audio: CallAudio
  at: Endpoint
  digits: string
  sent: Buffer[]
  reports: Buffer[]
  targets: Endpoint[]
  reportTargets: Endpoint[]
}

let now: number
let ours: End
let theirs: End
/** What becomes of a packet of ours on its way: how many copies arrive. */
let fate: (packet: Buffer) => number

function end(port: number, other: () => End): End {
  const made: End = {
    at: { address: '127.0.0.1', port },
    digits: '',
    sent: [],
    reports: [],
    targets: [],
    reportTargets: [],
    audio: new CallAudio({
      sendRtp(packet, to) {
        made.sent.push(packet)
        made.targets.push(to)
        if (to.port !== other().at.port) return
        const copies = made.at.port === 4000 ? fate(packet) : 1
        for (let copy = 0; copy < copies; copy += 1) {
          other().audio.receive(packet, { ...made.at }, now)
        }
      },
      sendRtcp(packet, to) {
        made.reportTargets.push(to)
        made.reports.push(packet)
        other().audio.receiveRtcp(packet, now)
      },
      onDigit: (digit) => (made.digits += digit),
      random: (limit) => Math.floor((limit * port) / 8000),
      wallTime: () => Date.UTC(2026, 0, 1) + now,
      name: `${port}@test`,
    }),
  }
  return made
}

const agreement = (of: End, change: Partial<MediaAgreement> = {}): MediaAgreement => ({
  remote: { ...of.at },
  codec: 'PCMU',
  payloadType: 0,
  dtmfPayloadType: 101,
  direction: 'sendrecv',
  srtp: undefined,
  remoteRtcp: undefined,
  relayed: false,
  ice: undefined,
  ...change,
})

/** Lets time pass at both ends. */
function pass(milliseconds: number): void {
  for (const stop = now + milliseconds; now < stop;) {
    now += 20
    ours.audio.tick(now)
    theirs.audio.tick(now)
  }
}

beforeEach(() => {
  now = 0
  fate = () => 1
  ours = end(4000, () => theirs)
  theirs = end(5000, () => ours)
})

function agreeBoth(change: Partial<MediaAgreement> = {}): void {
  ours.audio.agree(agreement(theirs, change), now)
  theirs.audio.agree(agreement(ours, change), now)
}

const last = (packets: Buffer[]): RtpPacket => {
  const bytes = packets.at(-1) ?? Buffer.alloc(0)
  return new RtpPacket(
    new DataView(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength),
  )
}

test.each([
  ['PCMU', 0],
  ['PCMA', 8],
  ['G.722', 9],
] as [CodecName, number][])(
  'a tone is heard over %s at the level at which it is spoken',
  (codec, payloadType) => {
    agreeBoth({ codec, payloadType })
    ours.audio.speak({ kind: 'tone', hertz: 440, level: -20 })
    pass(1000)
    ours.audio.statistics()
    theirs.audio.statistics()
    pass(500)
    expect(ours.audio.statistics()).toMatchObject({ sent: 75, lost: 0, rejected: 0 })
    const heard = theirs.audio.statistics()
    expect(heard.heard).toBeCloseTo(-20, 0)
    expect(heard.spoken).toBe(-Infinity)
    // All but the first, which only announces the stream.
    expect(heard.received).toBe(74)
  },
)

test('sends a packet every 20 ms, numbered and timed without gaps', () => {
  agreeBoth()
  pass(60)
  const before = last(ours.sent)
  pass(20)
  const packet = last(ours.sent)
  expect(ours.sent).toHaveLength(4)
  expect(packet.getSequenceNumber()).toBe(before.getSequenceNumber() + 1)
  expect(packet.getTimestamp()).toBe(before.getTimestamp() + 160)
  expect(packet.getPayloadType()).toBe(0)
  expect(packet.getPayload().byteLength).toBe(160)
  expect(packet.getMarker()).toBe(false)
  // What the host had no time for is missing, but the clock goes on.
  ours.audio.skip()
  pass(20)
  expect(last(ours.sent).getSequenceNumber()).toBe(packet.getSequenceNumber() + 1)
  expect(last(ours.sent).getTimestamp()).toBe(packet.getTimestamp() + 320)
  expect(last(ours.sent).getMarker()).toBe(true)
})

test.each([
  ['sendrecv', 50, -3],
  ['sendonly', 50, -Infinity],
  ['recvonly', 0, -3],
  ['inactive', 0, -Infinity],
] as [Direction, number, number][])('%s is kept to', (direction, sent, level) => {
  agreeBoth()
  ours.audio.agree(agreement(theirs, { direction }), now)
  theirs.audio.speak({ kind: 'tone', hertz: 1000, level: -3 })
  theirs.audio.press('5', 100)
  pass(1000)
  const statistics = ours.audio.statistics()
  expect(statistics.sent).toBe(sent)
  if (level === -Infinity) expect(statistics.heard).toBe(-Infinity)
  else expect(statistics.heard).toBeCloseTo(level, 0)
  expect(ours.digits).toBe(level === -Infinity ? '' : '5')
})

test('each key arrives once, although half of all packets are lost and the others come twice', () => {
  agreeBoth()
  pass(100)
  let turn = 0
  fate = () => (turn++ % 2) * 2
  for (const digit of '112#') ours.audio.press(digit, 100)
  pass(2000)
  expect(theirs.digits).toBe('112#')
  const { lost, rejected } = theirs.audio.statistics()
  expect(lost).toBe(50)
  expect(rejected).toBe(0)
})

test('no key is sent to a side that takes none', () => {
  agreeBoth({ dtmfPayloadType: undefined })
  ours.audio.press('1', 100)
  pass(500)
  expect(ours.sent.every((packet) => packet.readUInt8(1) % 128 === 0)).toBe(true)
})

test('lost packets are counted', () => {
  agreeBoth()
  let turn = 0
  fate = () => (turn++ % 10 === 5 ? 0 : 1)
  pass(2000)
  expect(theirs.audio.statistics().lost).toBe(10)
  expect(ours.audio.statistics().lost).toBe(0)
})

test('with SRTP everything is heard, nothing in the clear, and a re-INVITE with the same keys changes nothing', () => {
  const [one, other] = [key(), key()]
  const mine = agreement(theirs, { srtp: { send: one, receive: other } })
  const yours = agreement(ours, { srtp: { send: other, receive: one } })
  ours.audio.agree(mine, now)
  theirs.audio.agree(yours, now)
  ours.audio.speak({ kind: 'tone', hertz: 440, level: -10 })
  pass(7000)
  expect(theirs.audio.statistics()).toMatchObject({ received: 350, rejected: 0 })
  expect(last(ours.sent).getPayload().byteLength).toBe(170)
  ours.audio.agree(structuredClone(mine), now)
  theirs.audio.agree(structuredClone(yours), now)
  ours.audio.press('7', 100)
  pass(7000)
  expect(theirs.digits).toBe('7')
  expect(theirs.audio.statistics()).toMatchObject({ received: 700, lost: 0, rejected: 0 })
  expect(ours.reports.length).toBeGreaterThan(1)
  // A third party, with another key, is not heard.
  theirs.audio.agree(agreement(ours, { srtp: { send: key(), receive: one } }), now)
  pass(200)
  expect(ours.audio.statistics().rejected).toBeGreaterThanOrEqual(10)
})

test('packets go to where they come from, once the agreed address is silent', () => {
  agreeBoth()
  pass(200)
  expect(ours.targets.at(-1)?.port).toBe(5000)
  // Behind another port of its router.
  theirs.at.port = 5002
  const agreed = { ...agreement(theirs), remote: { address: '127.0.0.1', port: 5000 } }
  pass(500)
  expect(ours.targets.at(-1)?.port).toBe(5000)
  expect(ours.audio.statistics().rejected).toBeGreaterThan(0)
  pass(1000)
  expect(ours.targets.at(-1)?.port).toBe(5002)
  // The same agreement again leaves it there.
  ours.audio.agree({ ...agreed, direction: 'sendonly' }, now)
  pass(20)
  expect(ours.targets.at(-1)?.port).toBe(5002)
})

test('nobody else takes the place of a phone that is silent, unless it has its keys', () => {
  agreeBoth()
  pass(200)
  theirs.at.address = '203.0.113.66'
  pass(5000)
  expect(ours.targets.at(-1)?.address).toBe('127.0.0.1')
  // A phone in another network, as encryption proves.
  theirs.at.address = '127.0.0.1'
  const key = (byte: number) => ({
    suite: 'AES_CM_128_HMAC_SHA1_80' as const,
    keyAndSalt: Buffer.alloc(30, byte),
  })
  ours.audio.agree(agreement(theirs, { srtp: { send: key(1), receive: key(2) } }), now)
  theirs.audio.agree(agreement(ours, { srtp: { send: key(2), receive: key(1) } }), now)
  pass(200)
  theirs.at.address = '203.0.113.66'
  pass(5000)
  expect(ours.targets.at(-1)?.address).toBe('203.0.113.66')
})

test('garbage harms nothing and is counted', () => {
  agreeBoth()
  ours.audio.speak({ kind: 'tone', hertz: 440, level: -20 })
  pass(500)
  const { received } = theirs.audio.statistics()
  for (let count = 0; count < 2000; count += 1) {
    const garbage = randomBytes(count % 60)
    // Half of them look like RTP of the right version.
    if (count % 2 === 1) garbage.writeUInt8((garbage.readUInt8(0) & 63) | 128, 0)
    if (count % 4 === 3) garbage.writeUInt8(0, 1 % garbage.length)
    theirs.audio.receive(garbage, ours.at, now)
    theirs.audio.receiveRtcp(garbage, now)
  }
  pass(1000)
  const statistics = theirs.audio.statistics()
  expect(statistics.rejected).toBeGreaterThan(1500)
  expect(statistics.received - received).toBe(50)
  expect(statistics.heard).toBeCloseTo(-20, 0)
})

test('a sender that starts anew is heard again', () => {
  agreeBoth()
  pass(500)
  const before = theirs.audio.statistics().received
  const { at } = ours
  ours = end(at.port, () => theirs)
  ours.audio = new CallAudio({
    sendRtp: (packet) => theirs.audio.receive(packet, at, now),
    sendRtcp: () => {},
    onDigit: () => {},
    random: (limit) => Math.floor(limit * 0.3),
    wallTime: () => now,
    name: 'again',
  })
  ours.audio.agree(agreement(theirs), now)
  pass(500)
  expect(theirs.audio.statistics()).toMatchObject({ received: before + 24, lost: 0 })
})

const readCompound = (bytes: Buffer | undefined): CompoundPacket => {
  const packet = bytes ?? Buffer.alloc(0)
  return new CompoundPacket(
    new DataView(packet.buffer as ArrayBuffer, packet.byteOffset, packet.byteLength),
  )
}

test('reports tell what was sent and lost, and a BYE ends them', () => {
  agreeBoth()
  let turn = 0
  fate = () => (turn++ % 4 === 2 ? 0 : 1)
  pass(12_000)
  expect(ours.reports.length).toBeGreaterThanOrEqual(1)
  expect(ours.reports.length).toBeLessThanOrEqual(4)
  const [report] = readCompound(ours.reports.at(-1)).getPackets()
  if (!(report instanceof SenderReportPacket)) throw new Error('no sender report')
  expect(report.getOctetCount()).toBe(report.getPacketCount() * 160)
  const [theirReport] = readCompound(theirs.reports.at(-1)).getPackets()
  if (!(theirReport instanceof SenderReportPacket)) throw new Error('no sender report')
  const [reception] = theirReport.getReports()
  expect(reception?.getSsrc()).toBe(last(ours.sent).getSsrc())
  expect(reception?.getFractionLost()).toBeCloseTo(64, -1)
  expect(reception?.getTotalLost()).toBeGreaterThan(50)
  expect(reception?.getLastSRTimestamp()).toBeGreaterThan(0)
  ours.audio.end(now)
  expect(readCompound(ours.reports.at(-1)).getPackets().at(-1)).toBeInstanceOf(ByePacket)
})

test('with ICE, packets go where it says and nowhere else, and are taken from whom it knows', () => {
  agreeBoth()
  const found = { address: '203.0.113.9', port: 7000, relayed: true }
  const rtcp = { address: '203.0.113.9', port: 7009 }
  ours.audio.steer({ rtp: undefined, rtcp: undefined, knows: () => false })
  pass(5000)
  expect(ours.targets).toEqual([])
  ours.audio.steer({ rtp: found, rtcp, knows: ({ port }) => port === 7777 })
  pass(40)
  expect(ours.targets).toEqual([found, found])
  const [packet = Buffer.alloc(0)] = theirs.sent.slice(-1)
  const { received, rejected } = ours.audio.statistics()
  const next = Buffer.from(packet)
  next.writeUInt16BE(packet.readUInt16BE(2) + 1, 2)
  ours.audio.receive(next, { address: '198.51.100.9', port: 6666 }, now)
  expect(ours.audio.statistics()).toMatchObject({ received, rejected: rejected + 1 })
  ours.audio.receive(next, { address: '198.51.100.9', port: 7777 }, now)
  expect(ours.audio.statistics()).toMatchObject({ received: received + 1 })
  pass(20)
  expect(ours.targets.at(-1)).toEqual(found)
  ours.audio.steer(undefined)
  pass(20)
  expect(ours.targets.at(-1)).toMatchObject(theirs.at)
})

test('reports go where the other side takes them, through the relay if the audio does', () => {
  const remoteRtcp = { address: '203.0.113.9', port: 7009 }
  ours.audio.agree(agreement(theirs, { remoteRtcp, relayed: true }), now)
  pass(20)
  expect(ours.targets.at(-1)).toEqual({ ...theirs.at, relayed: true })
  ours.audio.end(now)
  expect(ours.reportTargets).toEqual([{ ...remoteRtcp, relayed: true }])
  theirs.audio.agree(agreement(ours), now)
  theirs.audio.end(now)
  expect(theirs.reportTargets).toEqual([{ ...ours.at, port: ours.at.port + 1, relayed: false }])
})
