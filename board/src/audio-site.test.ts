/** An audio site of two devices, each in a process of its own. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getAudioPeers } from '@lintel/contract/calls/audio'
import { addFollower, leaveAudioSite } from '@lintel/contract/calls/audio-followers'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { addUser } from '@lintel/contract/calls/users'
import { createClient } from '@lintel/contract/client'
import { digestFetch } from '@lintel/front-door/digest-client'
import { expect, test } from 'vitest'
import { builtDevice } from './testing/built.ts'
import { boardRig } from './testing/rig.ts'

/** The pause between two looks at the followers, and after which a silent leader is gone. */
const LOOK_MS = 10_000
const SILENCE_MS = 30_000

/** A speaker with its first administrator, and a list of its peers as name, role and status. */
async function openSpeaker(product: string, serial: string, name: string, password: string) {
  const rig = await boardRig(await builtDevice(), { product, serial })
  await rig.board.setPower('on')
  const account = { user: 'root', password }
  const device = createClient({ base: rig.http, fetch: digestFetch(account) })
  const sgrp = 'admin:operator:viewer:ptz'
  await createClient({ base: rig.http }).call(addUser, {
    user: 'root',
    pwd: password,
    grp: 'root',
    sgrp,
  })
  await device.call(updateParameters, { 'root.Network.Bonjour.FriendlyName': name })
  const peers = async () =>
    (await device.call(getAudioPeers, {})).Peer.map(({ Configuration, ConnectionStatus }) =>
      [Configuration.Name, ...(Configuration.Leader ? ['leads'] : []), ConnectionStatus].join(' '),
    )
  return { ...rig, device, account, peers, host: new URL(rig.http).host }
}

/** The files of a device that contain this text. */
const filesWith = (folder: string, text: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(text))

test('two devices form a site, survive power cuts, move, and leave it', async () => {
  const secret = 'Zt7-password-of-the-foyer'
  const [stage, foyer] = await Promise.all([
    openSpeaker('C1410', 'ACCC8E000001', 'Stage', 'pass of stage'),
    openSpeaker('C1310-E', 'ACCC8E000002', 'Foyer', secret),
  ])
  const account = { address: foyer.host, secure: false, ...foyer.account }
  const add = (part = {}) => stage.device.call(addFollower, { ...account, ...part })
  expect(await add({ password: 'wrong' })).toEqual({ result: 'password', name: '' })
  expect(await add()).toEqual({ result: 'added', name: 'Foyer' })
  expect(await stage.peers()).toEqual(['Stage leads Online', 'Foyer Online'])
  expect(await foyer.peers()).toEqual(['Foyer Online', 'Stage leads Online'])

  await foyer.board.setPower('off')
  await stage.board.advance(LOOK_MS)
  await expect.poll(stage.peers).toEqual(['Stage leads Online', 'Foyer Offline'])
  await foyer.board.setPower('on')
  expect(await foyer.peers()).toEqual(['Foyer Online', 'Stage leads Online'])
  await stage.board.advance(LOOK_MS)
  await expect.poll(stage.peers).toEqual(['Stage leads Online', 'Foyer Online'])

  await stage.board.setPower('off')
  await foyer.board.advance(SILENCE_MS)
  expect(await foyer.peers()).toEqual(['Foyer Online', 'Stage leads Offline'])
  await stage.board.setPower('on')
  await expect.poll(stage.peers).toEqual(['Stage leads Online', 'Foyer Online'])
  expect(await foyer.peers()).toEqual(['Foyer Online', 'Stage leads Online'])

  const address = '127.0.0.2'
  const moved = { 'root.Network.BootProto': 'none', 'root.Network.IPAddress': address }
  await foyer.device.call(updateParameters, moved)
  const there = () =>
    fetch(foyer.http).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(there).toBe(false)
  await stage.board.advance(LOOK_MS)
  await expect.poll(stage.peers).toEqual(['Stage leads Online', 'Foyer Offline'])
  const added = { result: 'added', name: 'Foyer' }
  expect(await add({ address: `${address}:${foyer.ports.http}` })).toEqual(added)
  expect(await stage.peers()).toEqual(['Stage leads Online', 'Foyer Online'])

  expect(filesWith(stage.folder, secret)).toEqual([])
  expect(filesWith(stage.folder, 'Foyer')).not.toEqual([])

  const base = `http://${address}:${foyer.ports.http}`
  await createClient({ base, fetch: digestFetch(foyer.account) }).call(leaveAudioSite, {})
  await stage.board.advance(LOOK_MS)
  await expect.poll(stage.peers).toEqual(['Stage leads Online'])
})

test('a device leaves a leader that the bench simulates', async () => {
  const foyer = await openSpeaker('C1310-E', 'ACCC8E000002', 'Foyer', 'pass word 1')
  foyer.board.setWorld({
    peers: [
      {
        name: 'Yard',
        address: '192.168.0.7',
        mac: 'AC:CC:8E:00:00:07',
        leader: true,
        status: 'Online',
        type: 'C2005',
      },
    ],
  })
  await expect.poll(foyer.peers).toEqual(['Foyer Online', 'Yard leads Online'])
  await foyer.device.call(leaveAudioSite, {})
  await expect.poll(foyer.peers).toEqual(['Foyer Online', 'Yard leads InOtherPeerNetwork'])
  expect(foyer.board.state().world.peers).toMatchObject([{ status: 'InOtherPeerNetwork' }])
})
