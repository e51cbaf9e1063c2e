/** What those get who may not call, and what it costs the device. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { openRig, until } from './testing/sip-rig.ts'

/** Somebody who sends requests over UDP and acknowledges nothing. */
async function openStranger(port: number) {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  const responses: string[] = []
  socket.on('message', (bytes) => responses.push(bytes.toString()))
  const request = (method: string, id: string, from: string) =>
    [
      `${method} sip:door@127.0.0.1 SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${socket.address().port};branch=z9hG4bK${id};rport`,
      `From: <${from}>;tag=1`,
      'To: <sip:door@127.0.0.1>',
      `Call-ID: ${id}`,
      `CSeq: 1 ${method}`,
      'Contact: <sip:stranger@127.0.0.1>',
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n')
  return {
    responses,
    lines: () => responses.map((text) => text.slice(0, text.indexOf('\r\n'))),
    send: (method: string, id: string, from = 'sip:stranger@127.0.0.1') =>
      socket.send(request(method, id, from), port, '127.0.0.1'),
  }
}

test.each([
  [401, [{}], { allowedUsers: [{ user: 'guard', password: 'open' }] }],
  [403, [{}], { allowIncoming: false }],
  [404, [{ user: 'other', registrar: '127.0.0.1:9', transport: 'tcp' }], {}],
] as const)(
  'a refusal with %i that comes at once is sent once: its receiver may not have called',
  async (status, accounts, settings) => {
    const rig = await openRig(accounts, { settings })
    const stranger = await openStranger(rig.settings.port)
    stranger.send('INVITE', 'a')
    await until(() => expect(stranger.responses).toHaveLength(1))
    await rig.clock.advance(40_000)
    stranger.send('OPTIONS', 'b')
    await until(() => expect(stranger.lines().at(-1)).toBe('SIP/2.0 200 OK'))
    expect(stranger.lines()).toEqual([
      expect.stringContaining(`SIP/2.0 ${status}`),
      expect.anything(),
    ])
  },
)

test('a caller who is asked for a password leaves nothing behind: who repeats is asked anew', async () => {
  const allowedUsers = [{ user: 'guard', password: 'open' }]
  const rig = await openRig([{}], { settings: { allowedUsers } })
  const stranger = await openStranger(rig.settings.port)
  for (const count of [1, 2]) {
    stranger.send('INVITE', 'a')
    await until(() => expect(stranger.responses).toHaveLength(count))
  }
  const nonces = stranger.responses.map((text) => /nonce="([^"]*)"/.exec(text)?.[1])
  expect(new Set(nonces).size).toBe(2)
})

test('the address of a caller is kept without a password, and no longer than addresses are', async () => {
  const rig = await openRig([{ autoAnswer: false }])
  const stranger = await openStranger(rig.settings.port)
  stranger.send('INVITE', 'a', `sip:ann:hush@127.0.0.1`)
  await until(() => expect(rig.sip.calls()[0]?.remoteUri).toBe('sip:ann@127.0.0.1'))
  stranger.send('INVITE', 'b', `sip:${'x'.repeat(5000)}@127.0.0.1`)
  await until(() => expect(rig.sip.calls()[0]?.remoteUri).toBe(`sip:${'x'.repeat(251)}`))
})
