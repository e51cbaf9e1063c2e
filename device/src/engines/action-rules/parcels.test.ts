import { RULE_TOPICS } from '@lintel/contract/events'
import type { DeviceEvent } from '@lintel/contract/events'
import { expect, test } from 'vitest'
import { eventLine, makeParcel, withInitial } from './parcels.ts'

const event: DeviceEvent = {
  topic: RULE_TOPICS.virtualInput,
  at: '2026-11-27T21:00:00.000Z',
  source: { port: '3' },
  data: { active: '1' },
}

const parcelOf = (id: string, values: Record<string, string>, picture?: Uint8Array) => {
  const template = `com.axis.action.fixed.${id}`
  return makeParcel({
    template,
    rule: 'Gate',
    event,
    values: withInitial(template, values),
    expand: (text) => text.replaceAll('%F', '2026-11-27').replaceAll('#n', 'gate'),
    picture,
  })
}

test('a message without text says what has happened', () => {
  const line = 'Gate: tns1:Device/tnsaxis:IO/VirtualInput (port=3, active=1)'
  expect(parcelOf('notification.smtp', {})).toMatchObject({ subject: 'Event', message: line })
  expect(parcelOf('notification.tcp', { message: '#n on %F' }).message).toBe('gate on 2026-11-27')
  expect(eventLine('Gate', undefined)).toBe('Gate')
})

test('an HTTP notification has nothing but what was configured', () => {
  expect(parcelOf('notification.http', { parameters: 'a=1' })).toEqual({
    subject: '',
    message: '',
    http: { method: 'GET', query: 'a=1', headers: '', body: '' },
    attachments: [],
  })
  const post = { method: 'POST', body: '{"at":"%F"}', http_headers: 'X-Gate: 1' }
  expect(parcelOf('notification.https', post).http).toEqual({
    method: 'POST',
    query: '',
    headers: 'X-Gate: 1',
    body: '{"at":"2026-11-27"}',
  })
})

test.each([
  ['image.jpg', '', 'image.jpg'],
  ['ring-%F.jpg', 'door/%F', 'door/2026-11-27/ring-2026-11-27.jpg'],
  ['../../etc/passwd', '/root/../..', 'root/etc/passwd'],
  ['a:b*c?.jpg', String.raw`c:\temp`, 'c-/temp/a-b-c-.jpg'],
  ['..', '.', 'image.jpg'],
])('the picture %s in %s goes to %s', (filename, create_folder, path) => {
  const picture = Uint8Array.of(1)
  const { attachments } = parcelOf('send_images.ftp', { filename, create_folder }, picture)
  expect(attachments).toEqual([{ path, contentType: 'image/jpeg', bytes: picture }])
})

test('a picture by HTTP is posted', () => {
  const { http } = parcelOf('send_images.http', { custom_params: 'cam=1' }, Uint8Array.of(1))
  expect(http).toMatchObject({ method: 'POST', query: 'cam=1' })
})
