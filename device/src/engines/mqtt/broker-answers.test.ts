/** What brokers answer that mosquitto doesn't, and servers that are no brokers. */
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { clock, connect, settingsFor } from './testing/connect.ts'
import { accepted, serve } from './testing/fake-broker.ts'

test('a broker that leaves says why', async () => {
  const port = await serve((socket) => {
    // CONNACK and DISCONNECT of MQTT 5.
    socket.once('data', () => socket.end(Buffer.from([0x20, 3, 0, 0, 0, 0xe0, 1, 0x8e])))
  })
  const connection = await connect(settingsFor(port))
  expect(await connection.ended).toMatchObject({ reason: 'refused', detail: 'Session taken over' })
})

test.each([
  ['the end of the connection', 0],
  ['a message', 1],
])('a broker that never confirms %s does not keep the connection', async (_, count) => {
  const port = await serve((socket) => void socket.once('data', () => socket.write(accepted())))
  const connection = await connect(settingsFor(port, { keepAlive: 0 }))
  const sent = Array.from({ length: count }, () =>
    connection.publish({ topic: 'a', payload: 'b', qos: 1, retain: false }),
  )
  const settled = Promise.allSettled(sent)
  const left = connection.leave()
  connection.cut()
  await left
  // The next connection has to deliver it.
  expect(await settled).toEqual(
    sent.map(() => ({
      status: 'rejected',
      reason: expect.objectContaining({ reason: 'unreachable' }) as unknown,
    })),
  )
})

test('no more messages wait for their confirmation than the broker takes', async () => {
  const ids: number[] = []
  let broker: Socket | undefined
  const port = await serve((socket) => {
    broker = socket
    socket.once('data', () => {
      socket.on('data', (bytes: Buffer) => {
        // Each is PUBLISH, its length, the topic `a`, an identifier, no properties and the payload `b`.
        for (let at = 0; at < bytes.length; at += 2 + (bytes[at + 1] ?? 0)) {
          ids.push(bytes.readUInt16BE(at + 5))
        }
      })
      // Receive maximum 2.
      socket.write(accepted(0x21, 0, 2))
    })
  })
  const connection = await connect(settingsFor(port))
  const sent = Array.from({ length: 5 }, () =>
    connection.publish({ topic: 'a', payload: 'b', qos: 1, retain: false }),
  )
  for (let confirmed = 0; confirmed < 5; confirmed += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect.poll(() => ids.length).toBe(Math.min(confirmed + 2, 5))
    const id = ids[confirmed] ?? 0
    broker?.write(Buffer.from([0x40, 2, id >> 8, id & 0xff]))
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await sent[confirmed]
  }
})

test('a broker that breaks the protocol is left at once', async () => {
  const port = await serve((socket) => {
    socket.once('data', () => socket.write(Buffer.concat([accepted(), Buffer.alloc(64)])))
  })
  const connection = await connect(settingsFor(port, { keepAlive: 0 }))
  expect(await connection.ended).toMatchObject({ reason: 'protocol' })
})

/** Moves the clock until an attempt has ended, and returns why. */
async function failureOf(attempt: Promise<unknown>): Promise<string> {
  let reason = ''
  const over = attempt.then(
    () => 'connected',
    (cause: unknown) => (cause as { reason: string }).reason,
  )
  void over.then((word) => {
    reason = word
    return undefined
  })
  await expect
    .poll(async () => {
      if (reason === '') await clock.advance(1000)
      return reason
    })
    .not.toBe('')
  return reason
}

test('a server that says nothing is given up by the device’s clock', async () => {
  const port = await serve(() => undefined)
  expect(await failureOf(connect(settingsFor(port, { connectTimeout: 5 })))).toBe('timeout')
})

test.each([
  ['a web server', 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n', 'protocol'],
  ['zeros', Buffer.alloc(64), 'protocol'],
  // These could be the beginning of more.
  ['a mail server', '220 mail.example.com ESMTP\r\n', 'timeout'],
  ['an answer to nothing', Buffer.from([0x40, 2, 0, 1]), 'timeout'],
])('%s is no broker', async (_, bytes, reason) => {
  const port = await serve((socket) => void socket.write(bytes))
  expect(await failureOf(connect(settingsFor(port, { connectTimeout: 5 })))).toBe(reason)
})

test('a server that hangs up is no broker', async () => {
  const port = await serve((socket) => socket.end())
  await expect(connect(settingsFor(port))).rejects.toMatchObject({ reason: 'protocol' })
})

test('a message without an end is cut off', async () => {
  const chunk = Buffer.alloc(65_536)
  let sent = 0
  const port = await serve((socket) => {
    // CONNACK, and a PUBLISH of 256 MB.
    socket.write(Buffer.from([0x20, 3, 0, 0, 0, 0x30, 0xff, 0xff, 0xff, 0x7f]))
    const more = () => {
      if (socket.destroyed || sent > 64 << 20) return
      sent += chunk.length
      if (socket.write(chunk)) setImmediate(more)
      else socket.once('drain', more)
    }
    more()
  })
  const connection = await connect(settingsFor(port))
  expect(await connection.ended).toMatchObject({ reason: 'protocol', detail: 'too long' })
  expect(sent).toBeLessThan(16 << 20)
})

test.each([
  ['by a code of MQTT 3.1.1', Buffer.from([0x20, 2, 0, 1])],
  ['by a code of MQTT 5', Buffer.from([0x20, 3, 0, 0x84, 0])],
  ['without a word', Buffer.alloc(0)],
])('a broker that refuses MQTT 5 %s is spoken to by 3.1.1', async (_, refusal) => {
  const versions: number[] = []
  const port = await serve((socket) => {
    socket.once('data', (bytes: Buffer) => {
      const version = bytes[8] ?? 0
      versions.push(version)
      if (version === 4) socket.write(Buffer.from([0x20, 2, 0, 0]))
      else socket.end(refusal)
    })
  })
  await connect(settingsFor(port))
  expect(versions).toEqual([5, 4])
})

test('a broker gets no more than it can do', async () => {
  const got: Buffer[] = []
  const port = await serve((socket) => {
    socket.once('data', () => {
      socket.on('data', (bytes: Buffer) => got.push(bytes))
      // Maximum QoS 0, nothing retained, packets of 64 bytes.
      socket.write(accepted(0x24, 0, 0x25, 0, 0x27, 0, 0, 0, 64))
    })
  })
  const connection = await connect(settingsFor(port))
  const publish = (payload: string) =>
    connection.publish({ topic: 'a', payload, qos: 2, retain: true })
  await expect(publish('x'.repeat(64))).rejects.toMatchObject({
    reason: 'refused',
    detail: 'Packet too large',
  })
  await publish('x')
  // PUBLISH without QoS and retaining.
  await expect.poll(() => got.map(([type]) => type)).toEqual([0x30])
})

test('a session that is kept is kept for a day', async () => {
  const connects: Buffer[] = []
  const port = await serve((socket) => {
    socket.once('data', (bytes: Buffer) => {
      connects.push(bytes)
      socket.write(accepted())
    })
  })
  await connect(settingsFor(port))
  await connect(settingsFor(port, { cleanSession: false }))
  const expiry = Buffer.from([0x11, 0, 1, 0x51, 0x80])
  // Whether it is to be clean is a flag.
  expect(connects.map((bytes) => [((bytes[9] ?? 0) & 2) !== 0, bytes.includes(expiry)])).toEqual([
    [true, false],
    [false, true],
  ])
})
