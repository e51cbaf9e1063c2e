import { createHash } from 'node:crypto'
import type {
  IncomingResponse,
  OutgoingRequest,
  OutgoingRequestDelegate,
} from 'sip.js/lib/core/index.js'
import { expect, test } from 'vitest'
import { openAuthorization } from './digest.ts'
import { askInDialog } from './in-dialog.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

test('a challenge that protects the body is answered with the body (RFC 7616 §3.4.3)', () => {
  const body = 'Signal=5\r\nDuration=160\r\n'
  const sent: string[][] = []
  let delegate: OutgoingRequestDelegate = {}
  askInDialog(
    { authorization: () => openAuthorization(() => ({ user: 'door', password: 'secret' })) },
    (current, fields) => {
      delegate = current
      sent.push(fields)
      const message = { method: 'INFO', ruri: { toRaw: () => 'sip:a@b' }, body: { body } }
      return { message } as unknown as OutgoingRequest
    },
    () => {},
  )
  const data = [
    'SIP/2.0 401 Unauthorized',
    'WWW-Authenticate: Digest realm="r", nonce="n", qop="auth-int"',
    '',
    '',
  ].join('\r\n')
  delegate.onReject?.({ message: { statusCode: 401, data } } as unknown as IncomingResponse)
  const [field = ''] = sent[1] ?? []
  const cnonce = /cnonce="([^"]*)"/.exec(field)?.[1] ?? ''
  const a2 = md5(`INFO:sip:a@b:${md5(body)}`)
  const expected = md5(`${md5('door:r:secret')}:n:00000001:${cnonce}:auth-int:${a2}`)
  expect(field).toContain(`response="${expected}"`)
})
