import { expect, test } from 'vitest'
import { packetIndex } from './sequence.ts'
import { PacketCipher, SrtpReceiver, SrtpSender, sessionKeys } from './srtp.ts'
import type { SrtpKey } from './types.ts'

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')

const KEY_AND_SALT = hex('e1f97a0d3e018be0d64fa32c06de4139 0ec675ad498afeebb6960b3aabe6')
const LONG: SrtpKey = { suite: 'AES_CM_128_HMAC_SHA1_80', keyAndSalt: KEY_AND_SALT }
const SHORT: SrtpKey = { suite: 'AES_CM_128_HMAC_SHA1_32', keyAndSalt: KEY_AND_SALT }

/** An RTP packet with 20 bytes of sound. */
function packet(sequence: number, ssrc = 0xcafe_babe): Buffer {
  const bytes = Buffer.alloc(32, 0xab)
  bytes.writeUInt16BE(0x8000)
  bytes.writeUInt16BE(sequence % 65_536, 2)
  bytes.writeUInt32BE(ssrc, 8)
  return bytes
}

test('derives the session keys of RFC 3711 B.3', () => {
  const keys = sessionKeys(KEY_AND_SALT, 0)
  expect(keys.cipher).toEqual(hex('C61E7A93744F39EE10734AFE3FF7A087'))
  expect(keys.salt).toEqual(hex('30CBBC08863D8C85D49DB34A9AE1'))
  expect(keys.authentication).toEqual(hex('CEBE321F6FF7716B6FD4AB49AF256A156D38BAA4'))
})

test('makes the key stream of RFC 3711 B.2', () => {
  const keys = {
    cipher: hex('2B7E151628AED2A6ABF7158809CF4F3C'),
    salt: hex('F0F1F2F3F4F5F6F7F8F9FAFBFCFD'),
  }
  const stream = new PacketCipher(keys).crypt(0, 0, Buffer.alloc(0xff02 * 16))
  expect(stream.subarray(0, 48)).toEqual(
    hex(
      'E03EAD0935C95E80E166B16DD92B4EB4 D23513162B02D0F72A43A2FE4A5F97AB 41E95B3BB0A2E8DD477901E4FCA894C0',
    ),
  )
  expect(stream.subarray(0xfeff * 16, 0xff02 * 16)).toEqual(
    hex(
      'EC8CDF7398607CB0F2D21675EA9EA1E4 362B7C3C6773516318A077D7FC5073AE 6A2CC3787889374FBEB4C81B17BA6C44',
    ),
  )
})

test('protects RTP and RTCP like libsrtp, from whose tests these packets are', () => {
  const rtp = hex('800f1234decafbadcafebabe abababababababababababababababab')
  const protectedRtp = hex(
    '800f1234decafbadcafebabe 4e55dc4ce79978d88ca4d215949d2402 b78d6acc99ea179b8dbb',
  )
  expect(new SrtpSender(LONG).protectRtp(rtp)).toEqual(protectedRtp)
  expect(new SrtpReceiver(LONG).unprotectRtp(protectedRtp)).toEqual(rtp)
  const rtcp = hex('81c8000bcafebabe abababababababababababababababab')
  const protectedRtcp = hex(
    '81c8000bcafebabe 7128035be487b9bdbef89041f977a5a8 80000001 993e08cd54d6c1230798',
  )
  expect(new SrtpSender(LONG).protectRtcp(rtcp)).toEqual(protectedRtcp)
  expect(new SrtpReceiver(LONG).unprotectRtcp(protectedRtcp)).toEqual(rtcp)
  // With the other suite only the tag of RTP is shorter.
  expect(new SrtpSender(SHORT).protectRtp(rtp)).toEqual(protectedRtp.subarray(0, 32))
  expect(new SrtpReceiver(SHORT).unprotectRtp(protectedRtp.subarray(0, 32))).toEqual(rtp)
  expect(new SrtpSender(SHORT).protectRtcp(rtcp)).toEqual(protectedRtcp)
})

test.each([0, 50, 150, 400, 5000])(
  'goes on after a roll-over of the sequence number in which %i packets are lost',
  (lost) => {
    const sender = new SrtpSender(LONG)
    const receiver = new SrtpReceiver(LONG)
    for (let sequence = 65_000 - lost; sequence < 66_000 + lost; sequence += 1) {
      const sent = sender.protectRtp(packet(sequence))
      if (Math.abs(sequence - 65_536) < lost / 2) continue
      expect(receiver.unprotectRtp(sent)).toEqual(packet(sequence))
    }
  },
)

test('accepts packets in another order, each once, also around a roll-over', () => {
  const sender = new SrtpSender(LONG)
  const receiver = new SrtpReceiver(LONG)
  const sent = Array.from({ length: 40 }, (_, n) => sender.protectRtp(packet(65_516 + n)))
  const order = sent.map((_, n) => n ^ 1)
  for (const n of order)
    expect(receiver.unprotectRtp(sent[n] ?? Buffer.alloc(0))).toEqual(packet(65_516 + n))
  for (const one of sent) expect(() => receiver.unprotectRtp(one)).toThrow('repeated')
})

test('refuses packets from before the replay window', () => {
  const sender = new SrtpSender(LONG)
  const receiver = new SrtpReceiver(LONG)
  const early = sender.protectRtp(packet(100))
  for (let sequence = 101; sequence < 240; sequence += 1) {
    receiver.unprotectRtp(sender.protectRtp(packet(sequence)))
  }
  expect(() => receiver.unprotectRtp(early)).toThrow('repeated')
})

test('refuses every packet that was changed or cut, and loses nothing by it', () => {
  const sender = new SrtpSender(SHORT)
  const receiver = new SrtpReceiver(SHORT)
  const sent = sender.protectRtp(packet(7))
  for (let place = 0; place < sent.length; place += 1) {
    const changed = Buffer.from(sent)
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
    expect(() => receiver.unprotectRtp(changed)).toThrow()
    expect(() => receiver.unprotectRtp(sent.subarray(0, place))).toThrow()
  }
  expect(receiver.unprotectRtp(sent)).toEqual(packet(7))
  const report = sender.protectRtcp(hex('81c8000bcafebabe abababab'))
  for (let length = 0; length < report.length; length += 1) {
    expect(() => receiver.unprotectRtcp(report.subarray(0, length))).toThrow()
  }
  expect(receiver.unprotectRtcp(report)).toHaveLength(12)
  expect(() => receiver.unprotectRtcp(report)).toThrow('repeated')
})

test('guesses the index of a packet by what is nearest', () => {
  expect(packetIndex(5, -1)).toBe(5)
  expect(packetIndex(2, 65_535)).toBe(65_538)
  expect(packetIndex(65_535, 65_538)).toBe(65_535)
  expect(packetIndex(40_000, 65_536 + 30_000)).toBe(65_536 + 40_000)
  expect(packetIndex(65_000, 10)).toBeLessThan(0)
})
