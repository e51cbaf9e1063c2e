/** Followers of an audio site while other things happen, and over HTTPS. */
import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { AUDIO_SITE_SET } from '@lintel/contract/calls/certificates'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import type { AudioPeer } from '@lintel/contract/wire'
import { expect, onTestFinished, test } from 'vitest'
import { makeSelfSigned } from '../../certificates/make.ts'
import { DAY } from '../../certificates/validity.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { otherPeer } from './peers.ts'
import {
  add,
  call,
  FIRST,
  hostOf,
  openLeader,
  openSpeaker,
  SECOND,
  seenBy,
} from './testing/site-rig.ts'

/** The stored followers of a leader. */
const stored = ({ database }: TestDevice) => {
  const [row] = database.all("SELECT value FROM records WHERE name = 'audioFollowers'")
  return (JSON.parse(String(row?.['value'])) as { followers: Record<string, string>[] }).followers
}

/** Replaces them, behind the device's back. */
const store = ({ database }: TestDevice, followers: object[]) =>
  database.run(
    "UPDATE records SET value = ? WHERE name = 'audioFollowers'",
    JSON.stringify({ followers }),
  )

/** A leader that the bench simulates. */
const yard: AudioPeer = {
  name: 'Yard',
  address: '192.168.0.7',
  mac: 'AC:CC:8E:00:00:07',
  leader: true,
  status: 'Online',
  type: 'C2005',
}

const accountOf = (follower: TestDevice) => ({
  address: hostOf(follower),
  secure: false,
  user: 'root',
  password: 'pass-root',
})

test('two administrators who add the same device at once have one follower', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  const added = { result: 'added', name: 'Foyer' }
  expect(await Promise.all([add(stage, foyer), add(stage, foyer)])).toEqual([added, added])
  expect(await seenBy(stage)).toEqual(['Stage leads Online', 'Foyer Online'])
  await stage.audioSite?.refresh()
  expect(await seenBy(stage)).toEqual(['Stage leads Online', 'Foyer Online'])
})

test('of two leaders that add the same device at once, one gets it', async () => {
  const [stage, other] = [await openLeader(), await openSpeaker('Gate', SECOND)]
  const foyer = await openSpeaker('Foyer', FIRST)
  await call(other, 'POST', '', { name: 'Gates' })
  const results = await Promise.all([add(stage, foyer), add(other, foyer)])
  expect(results.map((one) => (one as { result: string }).result).toSorted()).toEqual([
    'added',
    'follows',
  ])
})

test('a device whose site ends while it joins leaves again', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  const adding = stage.audioSite?.addFollower(accountOf(foyer))
  stage.audioSite?.remove()
  // Another site, whose followers are none of its business.
  stage.audioSite?.save({ name: 'New' })
  await expect(adding).rejects.toMatchObject({ reason: 'absent' })
  expect(await seenBy(foyer)).toEqual(['Foyer Online'])
  expect(stage.audioSite?.members()).toEqual([])
  expect(await add(stage, foyer)).toMatchObject({ result: 'added' })
})

test('a full site takes no other device, but a new password of one that it has', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  const gate = await openSpeaker('Gate', SECOND)
  await add(stage, foyer)
  const [first] = stored(stage)
  const others = Array.from({ length: 63 }, (_, index) => ({
    ...first,
    id: `ACCC8F${(0x100000 + index).toString(16).toUpperCase()}`,
  }))
  store(stage, [...others, first ?? {}])
  const refused = await call(stage, 'POST', '/followers', accountOf(gate))
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('at most 64 followers'),
  ])
  expect(await seenBy(gate)).toEqual(['Gate Online'])
  expect(await add(stage, foyer)).toMatchObject({ result: 'added' })
  expect(stored(stage)).toHaveLength(64)
})

test('a device that is found at another address stays one follower', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  await add(stage, foyer)
  const [before] = stored(stage)
  // Where it was, nobody is any more.
  store(stage, [{ ...before, address: '127.0.0.1:1' }])
  await stage.audioSite?.refresh()
  expect(await seenBy(stage)).toEqual(['Stage leads Online', 'Foyer Offline'])
  expect(await add(stage, foyer)).toMatchObject({ result: 'added' })
  expect(stored(stage)).toMatchObject([{ id: FIRST, address: hostOf(foyer) }])
  expect(await seenBy(stage)).toEqual(['Stage leads Online', 'Foyer Online'])
})

test('a device that has only taken over the address of a follower does not count as told', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  await add(stage, foyer)
  const password = stage.secrets.seal('pass-root', `audio follower ${SECOND}`)
  store(stage, [{ ...stored(stage)[0], id: SECOND, password }])
  const answer = await call(stage, 'DELETE', `/followers/${SECOND}`)
  expect(await answer.json()).toEqual({ told: false })
})

test('without its network cable a leader neither adds nor tells anybody', async () => {
  const stage = await openLeader()
  const [foyer, gate] = [await openSpeaker('Foyer', FIRST), await openSpeaker('Gate', SECOND)]
  await add(stage, foyer)
  stage.audioSite?.worldChanged?.({ ...PLAIN_WORLD, cable: false })
  expect(await stage.audioSite?.addFollower(accountOf(gate))).toEqual({
    result: 'unreachable',
    name: '',
  })
  expect(await seenBy(gate)).toEqual(['Gate Online'])
  expect(await stage.audioSite?.removeFollower(FIRST)).toBe(false)
  expect(foyer.audioSite?.followed()).toBeDefined()
})

test('a follower is listed, and removed, by its serial number', () => {
  const about: AudioPeer = { ...yard, mac: '00:11:22:33:44:55' }
  expect(otherPeer({ ...about, id: FIRST, user: 'root' }).Configuration.Id).toBe(FIRST)
  expect(otherPeer(about).Configuration.Id).toBe('001122334455')
})

test('a follower leaves a leader that the bench simulates, and its followers with it', async () => {
  const foyer = await openSpeaker('Foyer', FIRST)
  foyer.receive({ type: 'world', world: { ...PLAIN_WORLD, peers: [yard] } })
  expect((await call(foyer, 'DELETE', '/membership')).status).toBe(200)
  expect(foyer.sent).toContainEqual({ type: 'leftSite' })
  expect(foyer.benchLog).toContainEqual(['site.left', { name: 'Yard' }])
  const elsewhere: AudioPeer = { ...yard, status: 'InOtherPeerNetwork' }
  foyer.receive({ type: 'world', world: { ...PLAIN_WORLD, peers: [elsewhere] } })
  expect((await call(foyer, 'DELETE', '/membership')).status).toBe(404)
})

/** TLS in front of a device, with a certificate for this machine or for another name. */
async function openSecure(behind: TestDevice, names = ['127.0.0.1']) {
  const certificate = await makeSelfSigned({
    key: 'EC-P256',
    subject: [{ name: 'CN', value: 'speaker' }],
    names,
    from: new Date(Date.now() - DAY),
    until: new Date(Date.now() + DAY),
  })
  const server = createServer(certificate, (socket) => {
    const inside = connect(Number(new URL(behind.url).port), '127.0.0.1')
    socket.on('error', () => inside.destroy()).pipe(inside)
    inside.on('error', () => socket.destroy()).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { address: `127.0.0.1:${port}`, cert: certificate.cert }
}

/** Makes a device trust this certificate in its audio site. */
function trust({ certificates, certificateSets }: TestDevice, cert: string): void {
  certificates.put([{ id: 'speakers', kind: 'authority', cert, key: undefined, factory: false }])
  certificateSets.put(AUDIO_SITE_SET, { own: [], authorities: ['speakers'], trusted: [] })
}

test('over HTTPS a follower needs a certificate that the audio site trusts, for its address', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  const secure = await openSecure(foyer)
  const refused = { result: 'certificate', name: '' }
  expect(await add(stage, secure.address, { secure: true })).toEqual(refused)
  // An authority that the device has for something else.
  trust(stage, secure.cert)
  stage.certificateSets.put(AUDIO_SITE_SET, { own: [], authorities: [], trusted: [] })
  expect(await add(stage, secure.address, { secure: true })).toEqual(refused)
  expect(await seenBy(foyer)).toEqual(['Foyer Online'])
  trust(stage, secure.cert)
  expect(await add(stage, secure.address, { secure: true })).toMatchObject({ result: 'added' })
  await stage.audioSite?.refresh()
  expect(await seenBy(stage)).toEqual(['Stage leads Online', 'Foyer Online'])
  // Links to it are links to its pages, which are HTTP.
  expect(stage.audioSite?.members()).toMatchObject([{ address: hostOf(foyer) }])
  // Its certificate is trusted no longer.
  trust(stage, (await openSecure(foyer)).cert)
  await stage.audioSite?.refresh()
  expect(await seenBy(stage)).toEqual(['Stage leads Online', 'Foyer Offline'])

  const other = await openSecure(foyer, ['192.0.2.1'])
  trust(stage, other.cert)
  expect(await add(stage, other.address, { secure: true })).toEqual(refused)
})

test('over HTTPS a wrong password is told, and a password never travels without encryption', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  // Only a sign-in that sends the password itself is offered.
  foyer.parameters.set({ 'root.Network.HTTP.AuthenticationPolicy': 'basic' })
  const secure = await openSecure(foyer)
  trust(stage, secure.cert)
  const account = { secure: true, password: 'wrong' }
  expect(await add(stage, secure.address, account)).toEqual({ result: 'password', name: '' })
  expect(await add(stage, secure.address, { secure: true })).toMatchObject({ result: 'added' })
  await call(stage, 'DELETE', `/followers/${FIRST}`)
  expect(await add(stage, foyer)).toEqual({ result: 'secureOnly', name: '' })
})
