import { expect, test } from 'vitest'
import { openPeer, openRig, until } from './testing/sip-rig.ts'

const USERS = { door: 'secret' }

async function openRegistered(
  transport: 'udp' | 'tcp',
  prepare?: (peer: Awaited<ReturnType<typeof openPeer>>) => void,
) {
  const peer = await openPeer({ protocol: transport, users: USERS })
  prepare?.(peer)
  const account = { transport, domain: 'lab.test', registrar: peer.address }
  const rig = await openRig([account], { settings: { registrationInterval: 3600 } })
  await rig.registered()
  return { peer, rig, account, sent: peer.socket.keepAlives }
}

test('a registered account keeps its way over UDP open every 15 s, until it leaves', async () => {
  const { rig, sent, account } = await openRegistered('udp')
  await rig.clock.advance(10_000)
  expect(sent).toEqual([])
  await rig.clock.advance(5000)
  await until(() => expect(sent).toEqual(['\r\n']))
  await rig.clock.advance(30_000)
  await until(() => expect(sent.length).toBe(3))
  await rig.configure([account], { enabled: false })
  await rig.clock.advance(60_000)
  expect(sent.length).toBe(3)
})

test('a connection is kept open every 90 s, with what a server may answer', async () => {
  const { rig, sent } = await openRegistered('tcp')
  await rig.clock.advance(80_000)
  expect(sent).toEqual([])
  await rig.clock.advance(10_000)
  await until(() => expect(sent).toEqual(['\r\n\r\n']))
  // A server that never answers is fine.
  await rig.clock.advance(90_000)
  await until(() => expect(sent.length).toBe(2))
  expect(rig.status()?.status).toBe(200)
})

test('a server that no longer answers keep-alives is connected to anew', async () => {
  const { peer, rig, sent } = await openRegistered('tcp')
  const { requests } = peer.registrar
  peer.socket.pongs = true
  await rig.clock.advance(90_000)
  await until(() => expect(sent.length).toBe(1))
  await rig.clock.advance(90_000)
  await until(() => expect(sent.length).toBe(2))
  await rig.clock.advance(20_000)
  const before = requests.length
  peer.socket.pongs = false
  await rig.clock.advance(70_000)
  await until(() => expect(sent.length).toBe(3))
  expect(requests.length).toBe(before)
  await rig.clock.advance(10_000)
  await until(async () => {
    await rig.clock.advance(1000)
    expect(requests.length).toBeGreaterThan(before)
  })
  await rig.registered()
})

test('a registrar can want keep-alives more often', async () => {
  const { rig, sent } = await openRegistered('tcp', ({ registrar }) => {
    const handle = registrar.handle.bind(registrar)
    registrar.handle = (request, from) =>
      handle(request, {
        ...from,
        send: (response) =>
          from.send({ ...response, headers: [...response.headers, ['Flow-Timer', '20']] }),
      })
  })
  await rig.clock.advance(10_000)
  expect(sent).toEqual([])
  await rig.clock.advance(6000)
  await until(() => expect(sent).toEqual(['\r\n\r\n']))
})

test('an account that is not registered, or no longer, keeps nothing open', async () => {
  const { peer, rig, sent, account } = await openRegistered('udp')
  peer.registrar.refuses = '403 Forbidden'
  await rig.configure([account], { registrationInterval: 600 })
  await rig.registered(403)
  await rig.clock.advance(40_000)
  expect(sent).toEqual([])
  await rig.configure([{ domain: 'lab.test', registrar: peer.address, user: 'other' }])
  await rig.registered(403)
  await rig.clock.advance(40_000)
  expect(sent).toEqual([])
})
