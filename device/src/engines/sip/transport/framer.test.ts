import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FramingError, LONGEST, openFramer } from './framer.ts'

const message = (body: string) =>
  `BYE sip:x SIP/2.0\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

function open() {
  const messages: string[] = []
  let [pings, pongs] = [0, 0]
  const framer = openFramer((text) => messages.push(text), {
    onPing: () => (pings += 1),
    onPong: () => (pongs += 1),
  })
  return {
    messages,
    pings: () => pings,
    pongs: () => pongs,
    push: (text: string | Buffer) => framer.push(Buffer.from(text)),
  }
}

test('messages are cut by their length, wherever the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.array(fc.nat(40)), (bodies, cuts) => {
      const framer = open()
      let rest = Buffer.from(bodies.map(message).join(''))
      for (const cut of cuts) {
        framer.push(rest.subarray(0, cut))
        rest = rest.subarray(cut)
      }
      framer.push(rest)
      expect(framer.messages).toEqual(bodies.map(message))
    }),
  )
})

test('a ping of two empty lines is answered, a single one is an answer', () => {
  const framer = open()
  framer.push('\r\n')
  expect([framer.pings(), framer.pongs()]).toEqual([0, 1])
  framer.push(`\r\n\r\n${message('x')}`)
  expect([framer.pings(), framer.pongs()]).toEqual([1, 1])
  expect(framer.messages).toEqual([message('x')])
})

test('a compact length counts, and a message without one ends the stream', () => {
  const framer = open()
  framer.push('BYE sip:x SIP/2.0\r\nl: 2\r\n\r\nab')
  expect(framer.messages).toEqual(['BYE sip:x SIP/2.0\r\nl: 2\r\n\r\nab'])
  expect(() => framer.push('BYE sip:x SIP/2.0\r\n\r\n')).toThrow(FramingError)
})

test('what is too long ends the stream, with its head or without', () => {
  expect(() => open().push(`BYE sip:x SIP/2.0\r\nContent-Length: ${LONGEST}\r\n\r\n`)).toThrow(
    FramingError,
  )
  expect(() => open().push('x'.repeat(LONGEST + 1))).toThrow(FramingError)
})
