import { expect, test } from 'vitest'
import { EXCHANGES_MAX, LINE_MAX, LINES_MAX, openLadder } from './ladder.ts'

const SEEN = {
  key: 'a',
  accountId: 'x',
  callId: undefined,
  time: 1,
  sent: true,
  peer: 'udp 192.0.2.1:5060',
}
const message = (line: string) => ({
  line,
  fields: [
    { name: 'CSeq', value: '1 INVITE' },
    { name: 'Authorization', value: 'Digest response="hush"' },
  ],
  body: 'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:hush',
})

test('lines tell request and response, and none of the secrets', () => {
  const ladder = openLadder()
  ladder.add(message('INVITE sip:ann:hush@a.test SIP/2.0'), SEEN)
  ladder.add(message('SIP/2.0 200 OK'), { ...SEEN, sent: false })
  expect(ladder.of('a')).toEqual([
    {
      accountId: 'x',
      callId: undefined,
      time: 1,
      sent: true,
      peer: 'udp 192.0.2.1:5060',
      line: 'INVITE sip:ann@a.test',
      method: 'INVITE',
    },
    {
      accountId: 'x',
      callId: undefined,
      time: 1,
      sent: false,
      peer: 'udp 192.0.2.1:5060',
      line: '200 OK',
      method: 'INVITE',
    },
  ])
  expect(JSON.stringify(ladder.of('a'))).not.toContain('hush')
})

test('the oldest lines go, and the exchanges that strangers began', () => {
  const ladder = openLadder()
  for (let index = 0; index <= LINES_MAX; index += 1)
    ladder.add(message(`SIP/2.0 ${200 + (index % 2)} ${index}`), SEEN)
  expect(ladder.of('a').length).toBe(LINES_MAX)
  expect(ladder.of('a')[0]?.line).toBe('201 1')
  for (let index = 0; index < EXCHANGES_MAX - 1; index += 1)
    ladder.add(message('SIP/2.0 200 OK'), { ...SEEN, key: String(index) })
  expect(ladder.of('a').length).toBe(LINES_MAX)
  ladder.add(message('SIP/2.0 200 OK'), { ...SEEN, key: 'a' })
  ladder.add(message('SIP/2.0 200 OK'), { ...SEEN, key: 'last' })
  expect(ladder.of('0')).toEqual([])
  expect(ladder.of('a').length).toBe(LINES_MAX)
  ladder.forget('a')
  expect(ladder.of('a')).toEqual([])
})

test('what strangers send takes no more room than a line', () => {
  const ladder = openLadder()
  const key = 'k'.repeat(5000)
  ladder.add(message(`INVITE sip:${'x'.repeat(5000)} SIP/2.0`), { ...SEEN, key })
  expect(ladder.of(key)).toHaveLength(1)
  expect(ladder.of(key)[0]?.line).toBe(`INVITE sip:${'x'.repeat(LINE_MAX - 11)}`)
  ladder.add(message('SIP/2.0 200 OK'), { ...SEEN, key: `${key} of another call` })
  expect(ladder.of(key)).toHaveLength(1)
})
