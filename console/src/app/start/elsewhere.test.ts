import { createClient } from '@lintel/contract/client'
import { expect, test } from 'vitest'
import { belongsToAudioManager, cameFromEdge } from './elsewhere.ts'

const leader = { site: { id: '1', name: 'Shop', leader: true } }
const group = (users: unknown, access: unknown = []) => ({ name: 'G', users, access })

/** A device that responds to the calls about its audio site; a number is a status. */
function deviceThat(site: unknown, groups: unknown) {
  const requests: string[] = []
  const client = createClient({
    fetch: async (url) => {
      const path = String(url).split('/').at(-1) ?? ''
      requests.push(path)
      const answer = path === 'getSite' ? site : groups
      if (typeof answer === 'number') return new Response('', { status: answer })
      return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer))
    },
  })
  return { client, requests }
}

const ask = (site: unknown, groups: unknown, fromEdge = false) =>
  belongsToAudioManager(deviceThat(site, groups).client, 'anna', fromEdge)

test('an account in a group of the site that the device leads is redirected (SHELL-19, AUDIO-22)', async () => {
  expect(await ask(leader, [group(['bob']), group(['anna'])])).toBe(true)
  expect(await ask(leader, [group(['bob', 'annabel'])])).toBe(false)
  expect(await ask(leader, [])).toBe(false)
})

test('a device that leads no site has no groups to read (SHELL-19)', async () => {
  const { client, requests } = deviceThat({ site: { ...leader.site, leader: false } }, [])
  expect(await belongsToAudioManager(client, 'anna', false)).toBe(false)
  expect(requests).toEqual(['getSite'])
})

test('an account that comes from there and may open the settings stays (SHELL-20, OPEN-11)', async () => {
  for (const app of ['all', 'system-settings']) {
    expect(await ask(leader, [group(['anna'], [app])], true)).toBe(false)
    expect(await ask(leader, [group(['anna'], [app])], false)).toBe(true)
    // The permissions of others don't count.
    expect(await ask(leader, [group(['anna'], ['music']), group(['bob'], [app])], true)).toBe(true)
  }
})

test('a failure or an unexpected response does not redirect (SHELL-21, OPEN-11)', async () => {
  const good = [group(['anna'])]
  for (const site of [404, 500, 'nonsense', {}, { site: null }, { site: { leader: 'true' } }]) {
    expect(await ask(site, good), JSON.stringify(site)).toBe(false)
  }
  for (const groups of [404, 500, 'nonsense', {}, [null], [group('anna')], [group({ anna: 1 })]]) {
    expect(await ask(leader, groups), JSON.stringify(groups)).toBe(false)
  }
  expect(await ask(leader, [group(['anna'], 'music')], true)).toBe(false)
})

test('the origin is in the address, before or after its hash (SHELL-20)', () => {
  expect(cameFromEdge({ search: '?from=edge', hash: '#/' })).toBe(true)
  expect(cameFromEdge({ search: '', hash: '#/users?from=edge' })).toBe(true)
  expect(cameFromEdge({ search: '?from=elsewhere', hash: '#/from=edge' })).toBe(false)
  expect(cameFromEdge({ search: '', hash: '' })).toBe(false)
})
