import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeyReceiver, KeySender } from './telephone-events.ts'
import type { EventPacket } from './telephone-events.ts'

/** What a sender sends for these keys, a list of packets for each. */
function packetsOf(keys: string, milliseconds: number, start = 0): EventPacket[][] {
  const sender = new KeySender()
  for (const key of keys) sender.press(key, milliseconds)
  const sent: EventPacket[][] = []
  for (let timestamp = start, quiet = 0; quiet < 10; timestamp = (timestamp + 160) % 2 ** 32) {
    const packet = sender.next(timestamp)
    quiet = packet ? 0 : quiet + 1
    if (packet?.marker) sent.push([])
    if (packet) sent.at(-1)?.push(packet)
  }
  return sent
}

test('a key is a marked packet, one every 20 ms while it lasts, and its end three times', () => {
  const [packets = []] = packetsOf('#', 80)
  expect(packets.map(({ marker }) => marker)).toEqual([true, false, false, false, false, false])
  expect(new Set(packets.map(({ timestamp }) => timestamp)).size).toBe(1)
  expect(packets.map(({ payload }) => payload.toString('hex'))).toEqual([
    '0b0a00a0',
    '0b0a0140',
    '0b0a01e0',
    '0b8a0280',
    '0b8a0280',
    '0b8a0280',
  ])
})

test('what is no key is not sent, and no key is longer than an event can say', () => {
  expect(packetsOf('x', 100)).toEqual([])
  expect(packetsOf('a', 100)).toHaveLength(1)
  const [packets = []] = packetsOf('5', 60_000)
  expect(packets.at(-1)?.payload.readUInt16BE(2)).toBe(64_000)
})

test('every key arrives once, whatever is lost, repeated or out of order', () => {
  const keys = fc.string({
    unit: fc.constantFrom(...Array.from('0123456789*#ABCD')),
    minLength: 1,
    maxLength: 8,
  })
  const fate = fc.record({ copies: fc.nat(2), late: fc.boolean() })
  fc.assert(
    fc.property(
      keys,
      fc.integer({ min: 40, max: 400 }),
      fc.array(fate, { minLength: 200, maxLength: 200 }),
      fc.nat(2 ** 32 - 1),
      (text, milliseconds, fates, start) => {
        const receiver = new KeyReceiver()
        let heard = ''
        let turn = 0
        for (const packets of packetsOf(text, milliseconds, start)) {
          const arriving = packets.flatMap((packet) => {
            const { copies, late } = fates[turn++ % fates.length] ?? { copies: 1, late: false }
            return Array.from({ length: copies }, () => ({ packet, late }))
          })
          // At least one has to arrive.
          const [first] = packets
          if (arriving.length === 0 && first) arriving.push({ packet: first, late: false })
          for (const { packet } of arriving.toSorted(
            (one, other) => Number(one.late) - Number(other.late),
          )) {
            heard += receiver.receive(packet) ?? ''
          }
        }
        expect(heard).toBe(text)
      },
    ),
    { numRuns: 300 },
  )
})

test('packets of an earlier key don’t repeat it', () => {
  const receiver = new KeyReceiver()
  const [one = [], two = []] = packetsOf('12', 40)
  const heard = [...one, ...two, ...one, ...two].map((packet) => receiver.receive(packet))
  expect(heard.filter((digit) => digit !== undefined)).toEqual(['1', '2'])
})

test('a key that is longer than one event can say is one key', () => {
  const receiver = new KeyReceiver()
  const payload = Buffer.from([5, 10, 0xff, 0xff])
  expect(receiver.receive({ marker: true, timestamp: 1000, payload })).toBe('5')
  expect(receiver.receive({ marker: false, timestamp: 66_535, payload })).toBeUndefined()
  expect(receiver.receive({ marker: true, timestamp: 132_070, payload })).toBe('5')
})

test('events that are no keys, and payloads that are too short, are none', () => {
  const receiver = new KeyReceiver()
  const payload = Buffer.from([16, 10, 0, 160])
  expect(receiver.receive({ marker: true, timestamp: 1, payload })).toBeUndefined()
  expect(() => receiver.receive({ marker: true, timestamp: 2, payload: Buffer.from([5]) })).toThrow(
    RangeError,
  )
})
