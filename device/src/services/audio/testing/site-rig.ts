/** Devices that make up an audio site, over real connections. */
import type { AnswerOf } from '@lintel/contract/call'
import type { getAudioPeers } from '@lintel/contract/calls/audio'
import { productCalled } from '@lintel/contract/products/products'
import { expect, onTestFinished } from 'vitest'
import { openTestDevice } from '../../testing/test-device.ts'
import type { TestDevice } from '../../testing/test-device.ts'
import { audioService } from '../audio.ts'

type Peer = AnswerOf<typeof getAudioPeers>['Peer'][number]

export const LEADER = 'ACCC8E000001'
export const FIRST = 'ACCC8E000002'
export const SECOND = 'ACCC8E000003'

/** A device with a loudspeaker, and with the usual accounts. */
export async function openSpeaker(
  name: string,
  serial: string,
  product = 'C1310-E',
): Promise<TestDevice> {
  const device = await openTestDevice([audioService], undefined, productCalled(product), serial)
  onTestFinished(() => device.close())
  device.makeAccounts()
  device.parameters.set({
    'root.Network.Bonjour.FriendlyName': name,
    'root.Network.HTTP.AuthenticationPolicy': 'basic_digest',
  })
  return device
}

/** A device that leads the site “Hall”. */
export const openLeader = async () => {
  const device = await openSpeaker('Stage', LEADER)
  expect((await call(device, 'POST', '', { name: 'Hall' })).status).toBe(200)
  return device
}

/** Sends a request about the audio site. */
export const call = (
  device: TestDevice,
  method: string,
  path: string,
  body?: object,
  as = 'root',
) =>
  device.fetch(`/lintel/audio-site${path}`, {
    method,
    as,
    ...(body && { body: JSON.stringify(body) }),
  })

/** Its address with its port. */
export const hostOf = ({ url }: TestDevice) => new URL(url).host

/** Adds a follower, with an account that can be changed; returns the answer. */
export async function add(
  to: TestDevice,
  follower: TestDevice | string,
  account = {},
): Promise<unknown> {
  const address = typeof follower === 'string' ? follower : hostOf(follower)
  const answer = await call(to, 'POST', '/followers', {
    address,
    secure: false,
    user: 'root',
    password: 'pass-root',
    ...account,
  })
  return answer.json()
}

/** The peers that a device reports. */
export async function peersOf(device: TestDevice): Promise<Peer[]> {
  const answer = await device.json('/vapix/audiorelay', { 'axar:GetAudioPeers': {} }, 'root')
  return (answer as { Peer: Peer[] }).Peer
}

/** Each peer as name, role and status. */
export const seenBy = async (device: TestDevice) =>
  (await peersOf(device)).map(({ Configuration: { Name, Leader }, ConnectionStatus }) =>
    [Name, ...(Leader ? ['leads'] : []), ConnectionStatus].join(' '),
  )
