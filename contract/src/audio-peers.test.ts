import { expect, test } from 'vitest'
import { standingOf } from './audio-peers.ts'
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
  const told = standingOf([hall, own(true), away], SERIAL)
  expect(told).toMatchObject({ leader: true, follower: false, follows: undefined })
  expect(names(told.followers)).toEqual(['Hall'])
  expect(names(told.members)).toEqual(['Own', 'Hall'])
})

test('a device follows the leader of its network (OVERVIEW-18)', () => {
  const told = standingOf([own(), peer('Hall'), peer('Desk', { leader: true })], SERIAL)
  expect(told).toMatchObject({ leader: false, follower: true, followers: [] })
  expect(told.follows?.Configuration.Name).toBe('Desk')
  expect(names(told.members)).toEqual(['Desk', 'Own', 'Hall'])
})

test('without a leader in its network a device is on its own, whatever other networks have (OVERVIEW-18)', () => {
  const away = peer('Away', { leader: true, status: 'InOtherPeerNetwork' })
  for (const others of [[], [peer('Hall')], [away]]) {
    const told = standingOf([own(), ...others], SERIAL)
    expect([told.leader, told.follower, told.members]).toEqual([false, false, []])
  }
})

test('a device missing from the list is not mistaken for another', () => {
  const told = standingOf([peer('Desk', { leader: true })], undefined)
  expect([told.own, told.leader, told.follower]).toEqual([undefined, false, true])
})
