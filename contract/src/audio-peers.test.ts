import { expect, test } from 'vitest'
import { audioRoleOf } from './audio-peers.ts'
import type { AudioPeerEntry } from './audio-peers.ts'

const SERIAL = 'ACCC8E012345'

function peer(
  Name: string,
  {
    mac,
    leader = false,
    status = 'Online',
  }: {
    mac?: string
    leader?: boolean
    status?: AudioPeerEntry['ConnectionStatus']
  } = {},
): AudioPeerEntry {
  return {
    Configuration: {
      Id: Name,
      Name,
      Address: { IPAddress: '192.168.0.90', MAC: mac ?? '' },
      Leader: leader,
      Credentials: { User: '', Password: null },
      OutputGain: [],
    },
    MetaData: { Type: 'C1410' },
    ConnectionStatus: status,
    OutputGainDefinitions: [],
  }
}

const own = (leader = false) => peer('Own', { mac: 'AC:CC:8E:01:23:45', leader })
const names = (list: readonly AudioPeerEntry[]) => list.map(({ Configuration: { Name } }) => Name)

test('a leader’s followers are all other devices of its network (OVERVIEW-18)', () => {
  const hall = peer('Hall', { status: 'Offline' })
  const away = peer('Away', { status: 'InOtherPeerNetwork' })
  const role = audioRoleOf([hall, own(true), away], SERIAL)
  expect(role).toMatchObject({ leader: true, follower: false, follows: undefined })
  expect(names(role.followers)).toEqual(['Hall'])
  expect(names(role.members)).toEqual(['Own', 'Hall'])
})

test('a device follows the leader of its network (OVERVIEW-18)', () => {
  const role = audioRoleOf([own(), peer('Hall'), peer('Desk', { leader: true })], SERIAL)
  expect(role).toMatchObject({ leader: false, follower: true, followers: [] })
  expect(role.follows?.Configuration.Name).toBe('Desk')
  expect(names(role.members)).toEqual(['Desk', 'Own', 'Hall'])
})

test('without a leader in its network a device is on its own, whatever other networks have (OVERVIEW-18)', () => {
  const away = peer('Away', { leader: true, status: 'InOtherPeerNetwork' })
  for (const others of [[], [peer('Hall')], [away]]) {
    const role = audioRoleOf([own(), ...others], SERIAL)
    expect([role.leader, role.follower, role.members]).toEqual([false, false, []])
  }
})

test('a device missing from the list is not mistaken for another', () => {
  const role = audioRoleOf([peer('Desk', { leader: true })], undefined)
  expect([role.own, role.leader, role.follower]).toEqual([undefined, false, true])
})
