import { expect, test } from 'vitest'
import { checksumOf, crcOf, encodeFrame, openDecoder } from './frame.ts'
import type { Frame } from './frame.ts'
import { randomFrom } from '../testing/random.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll('-', ''), 'hex'))
const hex = (data: Uint8Array) => Buffer.from(data).toString('hex').toUpperCase()

const frame = (part: Partial<Frame>): Frame => ({
  address: 0,
  reply: false,
  sequence: 0,
  check: 'crc',
  security: undefined,
  code: 0x60,
  data: new Uint8Array(),
  ...part,
})

const crc = (sequence: number, code: number, data = '') =>
  frame({ sequence, code, data: bytes(data) })
const sum = (sequence: number, code: number, data = '') =>
  frame({ sequence, code, data: bytes(data), check: 'checksum' })

/** Whole frames of other implementations. */
const PUBLISHED: [string, Frame, string][] = [
  // SIA OSDP v2.2 annex E, CRC examples 1 and 2, as libosdp has them (test-sc-sia-vectors.c).
  ['COMSET', { ...crc(0, 0x6e, '0080250000'), address: 0x7f }, '537F0D00046E00802500006E38'],
  ['ID', crc(0, 0x61, '00'), '53000900046100C066'],
  // The same annex, checksum examples 1 and 2.
  ['COMSET', { ...sum(0, 0x6e, '0080250000'), address: 0x7f }, '537F0C00006E00802500000F'],
  ['ID', sum(0, 0x61, '00'), '5300080000610044'],
  // libosdp, tests/unit-tests/test-cp-phy.c.
  ['POLL', { ...crc(0, 0x60), address: 101 }, '5365080004606090'],
  ['ID', { ...crc(0, 0x61, '00'), address: 101 }, '53650900046100D97A'],
  ['ACK', { ...sum(1, 0x40), address: 101, reply: true }, '53E50700014080'],
  ['NAK', { ...crc(1, 0x41, '01'), address: 101, reply: true }, '53E509000541010E8F'],
  [
    'RMAC_I with a security block',
    {
      ...crc(1, 0x78, 'A0A1A2A3A4A5A6A7A8A9AAABACADAEAF'),
      address: 101,
      reply: true,
      security: bytes('1401'),
    },
    '53E51B000D03140178A0A1A2A3A4A5A6A7A8A9AAABACADAEAFCABA',
  ],
  ['POLL', { ...sum(0, 0x60), address: 101 }, '536507000060E1'],
  [
    'CHLNG',
    { ...crc(0, 0x76, '0102030405060708'), address: 101 },
    '53651000047601020304050607080D20',
  ],
  [
    'CCRYPT with a security block and a checksum',
    {
      ...sum(1, 0x76, '101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F'),
      address: 101,
      reply: true,
      security: bytes('1201'),
    },
    '53E52A000903120176101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F19',
  ],
  // OSDP.Net, CommandOutgoingMessageTest.cs, without the marks before them.
  ['POLL', crc(2, 0x60), '53-00-08-00-06-60-89-CC'],
  ['POLL', sum(2, 0x60), '53-00-07-00-02-60-44'],
  ['ID', crc(2, 0x61, '00'), '53-00-09-00-06-61-00-A0-08'],
  ['CAP', crc(2, 0x62, '00'), '53-00-09-00-06-62-00-F3-5D'],
  ['CAP', sum(2, 0x62, '00'), '53-00-08-00-02-62-00-41'],
  ['LSTAT', crc(2, 0x64), '53-00-08-00-06-64-0D-8C'],
  // OSDP.Net, PacketDecodingTest.cs, recorded from a reader.
  ['BUZ', crc(2, 0x6a, '0002020201'), '53-00-0D-00-06-6A-00-02-02-02-01-59-92'],
  [
    'PDID',
    { ...crc(2, 0x45, '000EE3101000007497230606'), reply: true },
    '53-80-14-00-06-45-00-0E-E3-10-10-00-00-74-97-23-06-06-1B-88',
  ],
  // OSDP.Net, ReplyTest.cs: a reader's answer to a poll.
  ['ACK', { ...crc(1, 0x40), reply: true }, hex(Uint8Array.from([83, 128, 8, 0, 5, 64, 104, 159]))],
  // Jeff (Elixir), test/message_test.exs.
  [
    'POLL',
    { ...crc(0, 0x60), address: 0x23 },
    hex(Uint8Array.from([83, 35, 8, 0, 4, 96, 141, 76])),
  ],
]

test.each(PUBLISHED)('%s is the published frame, both ways: %o', (_name, decoded, published) => {
  expect(hex(encodeFrame(decoded))).toBe(published.replaceAll('-', ''))
  expect(openDecoder()(bytes(published))).toEqual([decoded])
})

test('CRC and checksum are those of the standard', () => {
  // SIA OSDP v2.2 annex E.
  expect(crcOf(bytes('537F0D00046E0080250000'))).toBe(0x386e)
  expect(checksumOf(bytes('53000800006100'))).toBe(0x44)
  // CRC-16/SPI-FUJITSU of the catalogue of parametrised CRC algorithms: the same, of 123456789.
  expect(crcOf(Buffer.from('123456789'))).toBe(0xe5cc)
})

const POLL = bytes('53-00-08-00-06-60-89-CC')
const poll = crc(2, 0x60)
/** More bytes than the longest frame has. */
const MANY = Uint8Array.from({ length: 200 * POLL.length }, (_, at) => POLL[at % POLL.length] ?? 0)

test('frames are found in pieces, after marks, and several at once', () => {
  const decode = openDecoder()
  expect(Array.from(POLL).flatMap((byte) => decode(Uint8Array.of(byte)))).toEqual([poll])
  expect(decode(Uint8Array.from([0xff, 0xff, ...POLL, 0xff, ...POLL, 0x53]))).toEqual([poll, poll])
  expect(decode(POLL.slice(1))).toEqual([poll])
})

test('after a damaged frame the next one is found, even inside it', () => {
  const wrong = Uint8Array.from(POLL)
  wrong[7] = 0
  expect(openDecoder()(Uint8Array.from([...wrong, ...POLL]))).toEqual([poll])
  // The second begins before the first is complete.
  const cut = POLL.slice(0, 6)
  expect(openDecoder()(Uint8Array.from([...cut, ...POLL, ...POLL]))).toEqual([poll, poll])
})

test.each([
  ['too short for a code', '53-00-07-00-06-89-CC'],
  ['longer than any', '53-00-FF-FF-06-60-89-CC'],
  ['without a length', '53-00-00-00-00-00-00-00'],
])('a frame that is %s is skipped', (_name, text) => {
  const found = openDecoder()(Uint8Array.from([...bytes(text), ...POLL]))
  expect(found.at(-1)).toEqual(poll)
})

test('a security block that leaves no room for a code is no frame', () => {
  for (const block of [0, 1, 3, 200]) {
    const body = Uint8Array.from([0x53, 0, 9, 0, 0x0c, block, 0x60])
    const check = crcOf(body)
    const sent = Uint8Array.from([...body, check & 0xff, check >> 8, ...POLL])
    expect(openDecoder()(sent), String(block)).toEqual([poll])
  }
})

test('random bytes, whole or in pieces, give no error, and frames after them are found', () => {
  const random = randomFrom(11)
  for (let round = 0; round < 2_000; round += 1) {
    const decode = openDecoder()
    const noise = Uint8Array.from({ length: random(60) }, () =>
      // Often what begins a frame.
      random(4) === 0 ? 0x53 : random(4) === 0 ? random(16) : random(256),
    )
    const at = random(noise.length + 1)
    decode(noise.slice(0, at))
    decode(noise.slice(at))
    // A frame that the noise began takes at most the longest there is.
    const later = decode(MANY)
    expect(later.at(-1), hex(noise)).toEqual(poll)
  }
})

test('bytes that look like the longest frame, again and again, neither pile up nor take long', () => {
  const decode = openDecoder()
  // The first five bytes of a frame of 1440 with a CRC.
  const start = bytes('5300A00504')
  const hostile = Uint8Array.from({ length: 50_000 }, (_, index) => start[index % 5] ?? 0)
  expect(decode(hostile)).toEqual([])
  const later = decode(MANY)
  expect(later.at(-1)).toEqual(poll)
})
