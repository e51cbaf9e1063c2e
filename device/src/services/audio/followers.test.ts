/** Two and three devices that make up an audio site, over real connections. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import { LOOK_MS } from '../../engines/audio-site/audio-site.ts'
import { REFUSED_MS } from '../../engines/audio-site/followers.ts'
import { SILENCE_MS } from '../../engines/audio-site/membership.ts'
import {
  add,
  call,
  FIRST,
  hostOf,
  LEADER,
  openLeader,
  openSpeaker,
  peersOf,
  SECOND,
  seenBy,
} from './testing/site-rig.ts'

test('a second device follows the first, and each of them lists the other (DEVICE-118, OVERVIEW-18, OVERVIEW-14)', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  expect(await add(stage, foyer)).toEqual({ result: 'added', name: 'Foyer' })
  expect(await seenBy(stage)).toEqual(['Stage leads Online', 'Foyer Online'])
  expect(await seenBy(foyer)).toEqual(['Foyer Online', 'Stage leads Online'])
  expect((await peersOf(stage))[1]).toMatchObject({
    Configuration: {
      Id: FIRST,
      Address: { IPAddress: hostOf(foyer), MAC: 'AC:CC:8E:00:00:02' },
      Credentials: { User: 'root', Password: null },
    },
    MetaData: { Type: 'C1310-E' },
  })
  expect((await peersOf(foyer))[1]).toMatchObject({
    Configuration: {
      Id: LEADER,
      Address: { IPAddress: hostOf(stage), MAC: 'AC:CC:8E:00:00:01' },
      Credentials: { User: '' },
    },
  })
})

test('followers learn of each other at the next look', async () => {
  const stage = await openLeader()
  const [foyer, yard] = [await openSpeaker('Foyer', FIRST), await openSpeaker('Yard', SECOND)]
  await add(stage, foyer)
  await add(stage, yard)
  await stage.audioSite?.refresh()
  expect(await seenBy(foyer)).toEqual(['Foyer Online', 'Stage leads Online', 'Yard Online'])
  foyer.parameters.set({ 'root.Network.Bonjour.FriendlyName': 'Entrance' })
  await stage.audioSite?.refresh()
  await stage.audioSite?.refresh()
  expect(await seenBy(stage)).toEqual(['Stage leads Online', 'Entrance Online', 'Yard Online'])
  expect(await seenBy(yard)).toEqual(['Yard Online', 'Stage leads Online', 'Entrance Online'])
})

test('the leader looks at its followers by itself, and notifies the consoles of a change only', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  await add(stage, foyer)
  const areas: unknown[] = []
  stage.events.subscribe(({ data }) => areas.push(data['Area']))
  foyer.parameters.set({ 'root.Network.Bonjour.FriendlyName': 'Entrance' })
  void stage.audioSite?.start?.()
  await expect.poll(() => seenBy(stage)).toEqual(['Stage leads Online', 'Entrance Online'])
  foyer.accounts.update('root', { password: 'another' })
  await stage.clock.advance(LOOK_MS)
  await expect
    .poll(() => seenBy(stage))
    .toEqual(['Stage leads Online', 'Entrance AuthenticationFailed'])
  expect(areas).toEqual(['audio', 'audio'])
  await stage.audioSite?.refresh()
  expect(areas).toEqual(['audio', 'audio'])
})

test('a device that has refused the account is left alone for a while, so that nobody is locked out there', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  await add(stage, foyer)
  foyer.accounts.update('root', { password: 'another' })
  await stage.audioSite?.refresh()
  expect(await seenBy(stage)).toEqual(['Stage leads Online', 'Foyer AuthenticationFailed'])
  foyer.accounts.update('root', { password: 'pass-root' })
  await stage.audioSite?.refresh()
  expect(await seenBy(stage)).toEqual(['Stage leads Online', 'Foyer AuthenticationFailed'])
  await stage.clock.advance(REFUSED_MS)
  await stage.audioSite?.refresh()
  expect(await seenBy(stage)).toEqual(['Stage leads Online', 'Foyer Online'])
})

test('a new password is entered by adding the device again', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  await add(stage, foyer)
  foyer.accounts.update('root', { password: 'another' })
  await stage.audioSite?.refresh()
  expect(await add(stage, foyer, { password: 'another' })).toMatchObject({ result: 'added' })
  await stage.audioSite?.refresh()
  expect(await seenBy(stage)).toEqual(['Stage leads Online', 'Foyer Online'])
  // It is looked at again at once, too.
  foyer.receive({ type: 'world', world: { ...PLAIN_WORLD, cable: false } })
  await stage.audioSite?.refresh()
  expect(await seenBy(stage)).toEqual(['Stage leads Online', 'Foyer Offline'])
})

test('a follower that is gone is offline, and so is a leader that no longer reports', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  await add(stage, foyer)
  await foyer.clock.advance(SILENCE_MS)
  expect(await seenBy(foyer)).toEqual(['Foyer Online', 'Stage leads Offline'])
  await stage.audioSite?.refresh()
  expect(await seenBy(foyer)).toEqual(['Foyer Online', 'Stage leads Online'])
  foyer.receive({ type: 'world', world: { ...PLAIN_WORLD, cable: false } })
  await stage.audioSite?.refresh()
  expect(await seenBy(stage)).toEqual(['Stage leads Online', 'Foyer Offline'])
})

test('without its own cable a leader reaches nobody', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  await add(stage, foyer)
  stage.audioSite?.worldChanged?.({ ...PLAIN_WORLD, cable: false })
  await stage.audioSite?.refresh()
  expect(stage.audioSite?.members().map(({ status }) => status)).toEqual(['Offline'])
})

test('a leader finds its followers again after a restore, and their passwords are sealed', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  await add(stage, foyer)
  const stored = JSON.stringify(
    [stage, foyer].map(({ database }) => database.all('SELECT value FROM records')),
  )
  expect(stored).toContain(FIRST)
  expect(stored).not.toContain('pass-root')
  // What only memory has is gone.
  await stage.audioSite?.stateRestored?.()
  expect(await seenBy(stage)).toEqual(['Stage leads Online', 'Foyer Initiating'])
  await stage.audioSite?.refresh()
  expect(await seenBy(stage)).toEqual(['Stage leads Online', 'Foyer Online'])
})

test('of a removed password, not even the sealed form is left in any file', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  await add(stage, foyer)
  const [row] = stage.database.all("SELECT value FROM records WHERE name = 'audioFollowers'")
  const [, sealed = ''] = /"password":"([^"]+)"/.exec(String(row?.['value'])) ?? []
  const folder = stage.plugged.dataFolder
  const filesWith = () =>
    readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(sealed))
  expect(filesWith()).not.toEqual([])
  await call(stage, 'DELETE', `/followers/${FIRST}`)
  expect(filesWith()).toEqual([])
})

test('a follower is removed from the leader, and told', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  await add(stage, foyer)
  const answer = await call(stage, 'DELETE', `/followers/${FIRST}`)
  expect(await answer.json()).toEqual({ told: true })
  expect(await seenBy(stage)).toEqual(['Stage leads Online'])
  expect(await seenBy(foyer)).toEqual(['Foyer Online'])
  expect((await call(stage, 'DELETE', `/followers/${FIRST}`)).status).toBe(404)
})

test('one that can’t be reached is removed too, and the answer says so', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  await add(stage, foyer)
  foyer.accounts.update('root', { password: 'another' })
  const answer = await call(stage, 'DELETE', `/followers/${FIRST}`)
  expect(await answer.json()).toEqual({ told: false })
  expect(await seenBy(stage)).toEqual(['Stage leads Online'])
  expect(foyer.audioSite?.followed()).toMatchObject({ site: { name: 'Hall' } })
})

test('a follower leaves by itself, and its leader takes it off the list', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  await add(stage, foyer)
  expect((await call(foyer, 'DELETE', '/membership')).status).toBe(200)
  expect(await seenBy(foyer)).toEqual(['Foyer Online'])
  expect((await call(foyer, 'DELETE', '/membership')).status).toBe(404)
  await stage.audioSite?.refresh()
  expect(await seenBy(stage)).toEqual(['Stage leads Online'])
  expect(foyer.benchLog.slice(-2)).toEqual([
    ['site.joined', { name: 'Hall' }],
    ['site.left', { name: 'Hall' }],
  ])
})

test('a site that is dissolved releases its followers', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  await add(stage, foyer)
  expect((await call(stage, 'DELETE', '')).status).toBe(200)
  await expect.poll(() => seenBy(foyer)).toEqual(['Foyer Online'])
  expect(await seenBy(stage)).toEqual(['Stage Online'])
  expect(JSON.stringify(stage.database.all('SELECT value FROM records'))).not.toContain(FIRST)
})

test('a follower founds no site, and belongs to one site only', async () => {
  const stage = await openLeader()
  const [foyer, other] = [await openSpeaker('Foyer', FIRST), await openSpeaker('Gate', SECOND)]
  await add(stage, foyer)
  const refused = await call(foyer, 'POST', '', { name: 'Mine' })
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: { code: 2104, message: 'The device follows Stage.' } },
  ])
  await call(other, 'POST', '', { name: 'Gates' })
  expect(await add(other, foyer)).toEqual({ result: 'follows', name: '' })
  expect(await add(stage, other)).toEqual({ result: 'leads', name: '' })
  expect(await seenBy(stage)).toEqual(['Stage leads Online', 'Foyer Online'])
  expect(await seenBy(other)).toEqual(['Gate leads Online'])
})

test('a follower that has gone to another site is shown as such', async () => {
  const stage = await openLeader()
  const [foyer, other] = [await openSpeaker('Foyer', FIRST), await openSpeaker('Gate', SECOND)]
  await add(stage, foyer)
  await call(foyer, 'DELETE', '/membership')
  await call(other, 'POST', '', { name: 'Gates' })
  await add(other, foyer)
  await stage.audioSite?.refresh()
  expect(await seenBy(stage)).toEqual(['Stage leads Online', 'Foyer InOtherPeerNetwork'])
  expect(await seenBy(foyer)).toEqual(['Foyer Online', 'Gate leads Online'])
})

test('another device at the address of a follower is not taken for it', async () => {
  const [stage, foyer] = [await openLeader(), await openSpeaker('Foyer', FIRST)]
  await add(stage, foyer)
  const [row] = stage.database.all("SELECT value FROM records WHERE name = 'audioFollowers'")
  const { followers } = JSON.parse(String(row?.['value'])) as { followers: object[] }
  const password = stage.secrets.seal('pass-root', `audio follower ${SECOND}`)
  const value = JSON.stringify({ followers: [{ ...followers[0], id: SECOND, password }] })
  stage.database.run("UPDATE records SET value = ? WHERE name = 'audioFollowers'", value)
  await stage.audioSite?.refresh()
  expect(stage.audioSite?.members()).toMatchObject([{ id: SECOND, status: 'Offline' }])
})

test('says why a device could not be added, and stores nothing', async () => {
  const stage = await openLeader()
  const foyer = await openSpeaker('Foyer', FIRST)
  const door = await openTestDevice([])
  onTestFinished(() => door.close())
  door.makeAccounts()
  expect(await add(stage, stage)).toEqual({ result: 'self', name: '' })
  expect(await add(stage, foyer, { password: 'wrong' })).toEqual({ result: 'password', name: '' })
  const oper = { user: 'oper', password: 'pass-oper' }
  expect(await add(stage, foyer, oper)).toEqual({ result: 'noRight', name: '' })
  expect(await add(stage, '127.0.0.1:1')).toEqual({ result: 'unreachable', name: '' })
  expect(await add(stage, foyer, { secure: true })).toEqual({ result: 'certificate', name: '' })
  expect(await add(stage, door)).toEqual({ result: 'otherDevice', name: '' })
  expect(stage.audioSite?.members()).toEqual([])
  expect((await call(stage, 'POST', '/followers', { address: 'a b' })).status).toBe(400)
})

test('without a site there is nothing to add to', async () => {
  const [stage, foyer] = [await openSpeaker('Stage', LEADER), await openSpeaker('Foyer', FIRST)]
  const body = { address: hostOf(foyer), secure: false, user: 'root', password: 'pass-root' }
  expect((await call(stage, 'POST', '/followers', body)).status).toBe(404)
  expect(await seenBy(foyer)).toEqual(['Foyer Online'])
})

test('operators neither add followers nor make the device follow', async () => {
  const stage = await openLeader()
  const body = { address: '127.0.0.1', secure: false, user: 'root', password: 'pass-root' }
  expect((await call(stage, 'POST', '/followers', body, 'oper')).status).toBe(403)
  expect((await call(stage, 'DELETE', '/membership', undefined, 'oper')).status).toBe(403)
})
