import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { NOW, openRig, PASSWORD, picture, PICTURE, SOON } from './testing/delivery-rig.ts'
import { HAS_MAIL_SERVER, openMailServer } from './testing/mail-rig.ts'
import type { MailServer } from './testing/mail-rig.ts'
import { drip, openLineServer, openPlainServer } from './testing/plain-server.ts'

const ADDRESSES = { email_from: 'door@example.com', email_to: 'a@example.com' }
const MAIL = { subject: 'Tür 1', message: 'Es hat geklingelt: „Müller“\n.\nEnde' }

test('the mail server is installed', ({ skip }) => {
  skip(
    !HAS_MAIL_SERVER,
    'python3-aiosmtpd is not installed: mails are tested without a real server',
  )
})

describe.skipIf(!HAS_MAIL_SERVER)('with a real server', () => {
  let server: MailServer
  beforeAll(async () => {
    server = await openMailServer('door', PASSWORD)
  })
  afterAll(() => server.close())

  const at = (kind: keyof MailServer['ready'], changes: object = {}) => ({
    ...ADDRESSES,
    host: kind === 'starttls' || kind === 'ssl' ? 'localhost' : '127.0.0.1',
    port: String(server.ready[kind]),
    encryption: { starttls: 'tls', ssl: 'ssl', open: 'none', login: 'none' }[kind],
    ...(kind !== 'open' && { login: 'door', password: PASSWORD }),
    ...changes,
  })

  test('a mail arrives with its pictures at everybody', async () => {
    const attachments = [picture(), picture('2026-11-27/Tür 2.jpg')]
    const email_to = ' a@example.com; b@example.com ,c@example.com;'
    const sent = await openRig('smtp').send(at('open', { email_to }), { ...MAIL, attachments })
    expect(sent).toBe('250 2.0.0 Taken')
    const file = (name: string) => ({ name, type: 'image/jpeg', bytes: PICTURE.toString('hex') })
    expect(await server.take(1)).toEqual([
      {
        from: 'door@example.com',
        to: ['a@example.com', 'b@example.com', 'c@example.com'],
        subject: MAIL.subject,
        date: NOW,
        text: MAIL.message,
        files: [file('image 1.jpg'), file('Tür 2.jpg')],
        user: null,
        encrypted: false,
      },
    ])
  })

  test('a subject of several lines adds no header', async () => {
    await openRig('smtp').send(at('open'), { ...MAIL, subject: 'One\r\nBcc: x@example.com' })
    expect(await server.take(1)).toMatchObject([
      { to: ['a@example.com'], subject: expect.stringMatching(/^One/) },
    ])
  })

  test('the test says which device it comes from', async () => {
    expect(await openRig('smtp').test(at('open'))).toBe('250 2.0.0 Taken')
    expect(await server.take(1)).toMatchObject([
      { subject: 'Lintel test', text: expect.stringContaining('Gate 1') },
    ])
  })

  test.each(['login', 'starttls', 'ssl'] as const)('%s: signs in', async (kind) => {
    const rig = openRig('smtp', { authorities: [server.certificate] })
    expect(await rig.send(at(kind), MAIL)).toBe('250 2.0.0 Taken')
    expect(await server.take(1)).toMatchObject([
      { user: 'door', text: MAIL.message, encrypted: kind !== 'login' },
    ])
  })

  test.each(['login', 'starttls', 'ssl'] as const)('%s: a wrong password', async (kind) => {
    const rig = openRig('smtp', { authorities: [server.certificate] })
    for (const changes of [{ password: 'wrong' }, { login: 'nobody' }, { login: '' }]) {
      expect(await rig.send(at(kind, changes), MAIL)).toMatchObject({
        reason: 'signIn',
        detail: expect.stringMatching(/^53[05] 5\.7\./),
      })
    }
  })

  test.each(['starttls', 'ssl'] as const)('%s: a certificate of nobody known', async (kind) => {
    const rig = openRig('smtp')
    const failure = { reason: 'certificate', detail: 'self-signed certificate' }
    expect(await rig.send(at(kind), MAIL)).toEqual(failure)
    expect(await rig.send(at(kind, { validate_server_cert: '0' }), MAIL)).toBe('250 2.0.0 Taken')
    rig.setAuthorities([server.certificate])
    expect(await rig.send(at(kind, { host: '127.0.0.1' }), MAIL)).toMatchObject({
      reason: 'certificate',
      detail: expect.stringContaining('127.0.0.1'),
    })
    expect(await server.take(1)).toMatchObject([{ encrypted: true }])
  })

  test('without the encryption that was chosen, nothing is sent', async () => {
    const rig = openRig('smtp')
    const changes = { validate_server_cert: '0', login: 'door', password: PASSWORD }
    for (const [encryption, reason] of [
      ['tls', 'refused'],
      ['ssl', 'protocol'],
      ['', 'refused'],
    ]) {
      const sent = await rig.send(at('open', { ...changes, encryption }), MAIL)
      expect(sent).toMatchObject({ reason, detail: expect.stringMatching(/TLS|version/) })
    }
  })

  test('addresses that the server refuses', async () => {
    const rig = openRig('smtp')
    const to = (...names: string[]) =>
      at('open', { email_to: names.map((name) => `${name}@example.com`).join(';') })
    expect(await rig.send(to('nobody'), MAIL)).toEqual({
      reason: 'refused',
      detail: '550 5.1.1 No such user',
    })
    expect(await rig.send(to('full'), MAIL)).toEqual({
      reason: 'noSpace',
      detail: '452 4.2.2 Mailbox full',
    })
    expect(await rig.send(to('a', 'nobody'), MAIL)).toBe(
      'not to nobody@example.com; 250 2.0.0 Taken',
    )
    expect(await server.take(1)).toMatchObject([{ to: ['a@example.com'] }])
  })
})

const WILLING = {
  EHLO: '250-test\r\n250 AUTH PLAIN',
  AUTH: '235 Fine',
  MAIL: '250 Fine',
  RCPT: '250 Fine',
  DATA: '354 Go on',
  '.': '250 Fine',
}

test('without encryption none is begun, even if the server offers some', async () => {
  const server = await openLineServer('220 test', {
    ...WILLING,
    EHLO: '250-test\r\n250-AUTH PLAIN\r\n250 STARTTLS',
    STARTTLS: '220 Go on',
  })
  onTestFinished(() => server.close())
  const to = { ...ADDRESSES, host: '127.0.0.1', port: String(server.port), encryption: 'none' }
  expect(await openRig('smtp').send(to, MAIL)).toBe('250 Fine')
  expect(server.received.join('')).not.toContain('STARTTLS')
})

test.each([
  ['552 disk full', { '.': '552 No space left' }, 'noSpace', '552 No space left'],
  ['a refused mail', { '.': '554 Spam' }, 'refused', '554 Spam'],
  ['a repeated password', { AUTH: `535 Not ${PASSWORD}` }, 'signIn', '535 Not ***'],
  ['nonsense instead of a reply', { MAIL: 'what?' }, 'protocol', 'what?'],
] as const)('%s', async (_, replies, reason, detail) => {
  const server = await openLineServer('220 test', { ...WILLING, ...replies })
  onTestFinished(() => server.close())
  const to = { ...ADDRESSES, host: '127.0.0.1', port: String(server.port), encryption: 'none' }
  const sent = await openRig('smtp').send({ ...to, login: 'door', password: PASSWORD }, MAIL)
  expect(sent).toEqual({ reason, detail })
  await server.idle()
})

test.each([
  ['another protocol', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'protocol'],
  ['that it wants nothing', '554 Go away\r\n', 'refused'],
  ['nothing', '', 'unreachable'],
])('a server that says %s', async (_, words, reason) => {
  const server = await openPlainServer((socket) => socket.end(words))
  onTestFinished(() => server.close())
  const to = { ...ADDRESSES, host: '127.0.0.1', port: String(server.port), encryption: 'none' }
  expect(await openRig('smtp').send(to, MAIL)).toMatchObject({ reason })
  await server.idle()
})

test.each(['none', 'tls', 'ssl'])(
  '%s: a silent or dripping server is given up',
  async (encryption) => {
    for (const text of [undefined, '220-more\r\n']) {
      const server = await openPlainServer((socket) => {
        if (text !== undefined && encryption !== 'ssl') drip(socket, text)
      })
      onTestFinished(() => server.close())
      const rig = openRig('smtp', { limit: SOON })
      const to = { ...ADDRESSES, host: '127.0.0.1', port: String(server.port), encryption }
      expect(await rig.send(to, MAIL)).toEqual({ reason: 'timeout', detail: '' })
      await server.idle()
    }
  },
)

test('nobody listens', async () => {
  const server = await openPlainServer()
  await server.close()
  const to = { ...ADDRESSES, host: '127.0.0.1', port: String(server.port) }
  expect(await openRig('smtp').test(to)).toMatchObject({ reason: 'unreachable' })
})
