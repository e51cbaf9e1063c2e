import { expect, test, vi } from 'vitest'
import { encodeFrame, openDecoder } from './frame.ts'
import type { Frame } from './frame.ts'
import { buzzerData, ledData } from './light-and-sound.ts'
import { openPeripheral } from './peripheral.ts'
import { randomFrom } from '../testing/random.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const hex = (data: Uint8Array) => Buffer.from(data).toString('hex').toUpperCase()

/** A reader at address 0, as the published frames have it, and a controller that counts. */
function openRig(address = 0) {
  const onLed = vi.fn()
  const onBuzzer = vi.fn()
  const peripheral = openPeripheral({
    address: () => address,
    identity: {
      vendor: [0, 0x0e, 0xe3],
      model: 0x10,
      version: 0x10,
      serial: 0x97_74_00_00,
      firmware: [0x23, 0x06, 0x06],
    },
    onLed,
    onBuzzer,
  })
  let sequence = -1
  function send(code: number, data: Uint8Array = new Uint8Array(), part: Partial<Frame> = {}) {
    sequence = (sequence % 3) + 1
    const frame: Frame = {
      address,
      reply: false,
      sequence,
      check: 'crc',
      security: undefined,
      code,
      data,
      ...part,
    }
    return peripheral.receive(encodeFrame(frame))
  }
  /** Code and data of the answer, in hexadecimal. */
  function ask(...command: Parameters<typeof send>) {
    const [answer, ...others] = openDecoder()(send(...command))
    expect(others).toEqual([])
    return answer && [answer.code, hex(answer.data)]
  }
  return { peripheral, send, ask, onLed, onBuzzer }
}

test('a poll is acknowledged with the recorded frame of another reader (READER-07)', () => {
  const { peripheral } = openRig()
  // POLL of sequence 1; the answer is that of OSDP.Net, ReplyTest.cs.
  const poll = encodeFrame({
    address: 0,
    reply: false,
    sequence: 1,
    check: 'crc',
    security: undefined,
    code: 0x60,
    data: new Uint8Array(),
  })
  expect(hex(peripheral.receive(poll))).toBe('538008000540689F')
})

test('ID is answered like the reader that OSDP.Net recorded (PacketDecodingTest.cs)', () => {
  const { peripheral } = openRig()
  // CommandOutgoingMessageTest.cs.
  const answer = peripheral.receive(bytes('53000900066100A008'))
  expect(hex(answer)).toBe('538014000645000EE31010000074972306061B88')
})

test('a card is the answer to one poll, bit by bit as OSDP.Net packs it (RawCardDataTest.cs)', () => {
  const { peripheral, ask } = openRig()
  peripheral.card('0001001010101011', 'raw')
  peripheral.card('00101101000000001010001000', 'wiegand')
  expect(peripheral.waiting()).toBe(2)
  expect(ask(0x60)).toEqual([0x50, '0000100012AB'])
  // 26 bits fill four bytes from the left.
  expect(ask(0x60)).toEqual([0x50, '00011A002D00A200'])
  expect(ask(0x60)).toEqual([0x40, ''])
})

test('keys are ASCII, with delete for * and return for #', () => {
  const { peripheral, ask } = openRig()
  peripheral.keys('0159*#')
  expect(ask(0x60)).toEqual([0x53, '0006303135397F0D'])
})

test('capabilities and states are those of a reader with a light, a buzzer and CRC', () => {
  const { ask } = openRig()
  expect(ask(0x62, Uint8Array.of(0))).toEqual([
    0x46,
    '0301000404010502010801000900000AA0050D0001100200',
  ])
  expect(ask(0x64)).toEqual([0x48, '0000'])
  expect(ask(0x67)).toEqual([0x4b, '00'])
})

test('COMSET is answered with the address and the speed that stay', () => {
  const { ask, send } = openRig(5)
  // The command of SIA OSDP v2.2 annex E, which asks for address 0 and 9600 bits a second.
  expect(ask(0x6e, bytes('0080250000'))).toEqual([0x54, '0580250000'])
  expect(ask(0x6e, bytes('09'))).toEqual([0x41, '02'])
  expect(openDecoder()(send(0x60))).toHaveLength(1)
})

test('LED and BUZ commands are passed on, record by record', () => {
  const { ask, onLed, onBuzzer } = openRig()
  // OSDP.Net, ReaderLedControlsTest.cs: reader 2, LED 3, and reader 5, LED 6.
  const led = '02 03 02 01 02 06 00 04 00 01 02 06 04 03 05 06 02 01 02 06 00 04 00 01 02 06 04 03'
  expect(ask(0x69, bytes(led.replaceAll(' ', '')))).toEqual([0x40, ''])
  const wanted = {
    temporary: { onTime: 1, offTime: 2, onColour: 'Cyan', offColour: 'Off', time: 4 },
    permanent: { onTime: 2, offTime: 6, onColour: 'Blue', offColour: 'Amber' },
  }
  expect(onLed.mock.calls).toEqual([
    [{ reader: 2, led: 3, ...wanted }],
    [{ reader: 5, led: 6, ...wanted }],
  ])
  // ReaderBuzzerControlTest.cs.
  expect(ask(0x6a, bytes('0002050201'))).toEqual([0x40, ''])
  expect(onBuzzer.mock.calls).toEqual([
    [{ reader: 0, sounds: true, onTime: 5, offTime: 2, count: 1 }],
  ])
  ask(0x69, ledData('Green'))
  expect(onLed).toHaveBeenLastCalledWith({
    reader: 0,
    led: 0,
    temporary: 'keep',
    permanent: { onTime: 1, offTime: 0, onColour: 'Green', offColour: 'Green' },
  })
  ask(0x6a, buzzerData(false))
  expect(onBuzzer).toHaveBeenLastCalledWith(expect.objectContaining({ sounds: false }))
})

test.each([
  ['an unknown command', 0x75, '', {}, 3],
  ['LED data of half a record', 0x69, '00000000', {}, 2],
  ['BUZ data of half a record', 0x6a, '000205', {}, 2],
  ['no LED data', 0x69, '', {}, 2],
  ['an unknown colour', 0x69, '0000000000000000000101000909', {}, 2],
  ['an unknown tone', 0x6a, '0009050201', {}, 2],
  ['ID without data', 0x61, '', {}, 2],
  ['CAP with too many data', 0x62, '0000', {}, 2],
  ['a secure channel', 0x76, '0102030405060708', { security: bytes('1101') }, 5],
])('%s is refused with the reason of the standard', (_name, code, data, part, reason) => {
  const { ask, onLed, onBuzzer } = openRig()
  expect(ask(code, bytes(data), part)).toEqual([0x41, `0${reason}`])
  expect([onLed.mock.calls, onBuzzer.mock.calls]).toEqual([[], []])
})

test('a repeated command gets the same answer again, and nothing is lost or done twice', () => {
  const { peripheral, send, ask } = openRig()
  ask(0x60)
  peripheral.card('1111', 'raw')
  const first = send(0x60, undefined, { sequence: 1 })
  expect(send(0x60, undefined, { sequence: 1 })).toEqual(first)
  expect(openDecoder()(first)[0]?.code).toBe(0x50)
  expect(ask(0x60, undefined, { sequence: 2 })).toEqual([0x40, ''])
  // Another one that is not next in the sequence; 0 begins anew.
  expect(ask(0x60, undefined, { sequence: 1 })).toEqual([0x41, '04'])
  expect(ask(0x60, undefined, { sequence: 0 })).toEqual([0x40, ''])
  expect(ask(0x60, undefined, { sequence: 1 })).toEqual([0x40, ''])
})

test('commands for other readers and replies get no answer; the broadcast gets one', () => {
  const { ask, send } = openRig(5)
  expect(send(0x60, undefined, { address: 6 })).toHaveLength(0)
  expect(send(0x60, undefined, { reply: true })).toHaveLength(0)
  const [answer] = openDecoder()(send(0x60, undefined, { address: 0x7f, sequence: 0 }))
  expect(answer).toMatchObject({ address: 0x7f, reply: true, code: 0x40 })
  expect(ask(0x60, undefined, { sequence: 0, check: 'checksum' })).toEqual([0x40, ''])
})

test('what nobody polls for is dropped, oldest first, and forgotten by a reset', () => {
  const { peripheral, ask } = openRig()
  for (let index = 0; index < 17; index += 1) peripheral.card(index.toString(2), 'raw')
  expect(peripheral.waiting()).toBe(16)
  expect(ask(0x60)).toEqual([0x50, '0000010080'])
  peripheral.reset()
  expect(ask(0x60)).toEqual([0x40, ''])
})

test('whatever comes over the bus, the reader goes on answering', () => {
  const { peripheral } = openRig()
  const random = randomFrom(3)
  for (let round = 0; round < 2_000; round += 1) {
    const frame = encodeFrame({
      address: random(3) === 0 ? random(128) : 0,
      reply: random(8) === 0,
      sequence: random(4),
      check: random(2) === 0 ? 'crc' : 'checksum',
      security: random(4) === 0 ? Uint8Array.of(random(256)) : undefined,
      code: 0x60 + random(16),
      data: Uint8Array.from({ length: random(40) }, () => random(256)),
    })
    const cut = random(3) === 0 ? frame.slice(0, random(frame.length)) : frame
    for (const answer of openDecoder()(peripheral.receive(cut))) {
      expect(answer.reply).toBe(true)
    }
  }
  // What noise began takes at most the longest frame there is.
  const restart = bytes('53000900046100C066')
  const last = Array.from({ length: 200 }, () => peripheral.receive(restart)).at(-1)
  expect(openDecoder()(last ?? new Uint8Array())[0]?.code).toBe(0x45)
})
