import { createClient } from '@lintel/contract/client'
import { expect, test } from 'vitest'
import { start } from './start.ts'

/** A device that responds by path, and the requests that it received in order. */
function deviceThat(answers: Record<string, string | number>) {
  const requests: string[] = []
  const client = createClient({
    fetch: async (url) => {
      const path = String(url).split('/').at(-1) ?? ''
      requests.push(path)
      const found = Object.entries(answers).find(([part]) => path.startsWith(part))?.[1] ?? 404
      return typeof found === 'number' ? new Response('', { status: found }) : new Response(found)
    },
  })
  return { client, requests }
}

const Brand = {
  Brand: 'B',
  ProdType: 'Network Video Door Station',
  ProdNbr: 'N',
  ProdShortName: 'S',
  ProdFullName: 'F',
}
const answers = {
  rootpwdsetvalue: 'yes\n',
  getbrand: JSON.stringify({ Brand }),
  'param.cgi?action=list&group=': 'root.Properties.System.Language=German\n',
  usergroup: 'ada\nusers operator viewer\n',
}

function steps(belongs = false) {
  const log: string[] = []
  return {
    log,
    onInitial: async (values: ReadonlyMap<string, string>) => {
      log.push(`language ${values.get('root.Properties.System.Language')}`)
    },
    loadLists: async (role: string, category: string) => log.push(`lists ${role} ${category}`),
    belongsToAudioManager: async (user: string) => {
      log.push(`audio manager ${user}`)
      return belongs
    },
  }
}

test('the start-up makes its calls in the specified order (SHELL-12, SHELL-14)', async () => {
  const { client, requests } = deviceThat(answers)
  const { log, ...hooks } = steps()
  const result = await start(client, hooks)
  expect(result).toEqual({
    kind: 'started',
    brand: Brand,
    user: { user: 'ada', groups: ['users', 'operator', 'viewer'] },
    role: 'operator',
  })
  expect(requests).toEqual([
    'rootpwdsetvalue.cgi',
    'getbrand.cgi',
    'param.cgi?action=list&group=root.Properties.System.Language%2Croot.Properties.Firmware.Version%2Croot.Properties.API.Lintel.Version',
    'usergroup.cgi',
  ])
  expect(log).toEqual(['language German', 'lists operator doorstation'])
})

test('without a root password no other call is made (SHELL-13)', async () => {
  const { client, requests } = deviceThat({ ...answers, rootpwdsetvalue: 'no\n' })
  expect(await start(client, steps())).toEqual({ kind: 'setUp' })
  expect(requests).toHaveLength(2)
})

test('an unreadable language does not stop the start-up (SHELL-99)', async () => {
  const { client } = deviceThat({
    ...answers,
    'param.cgi': 500,
    'param.cgi?action=list&group=': 500,
  })
  const { log, ...hooks } = steps()
  expect(await start(client, hooks)).toMatchObject({ kind: 'started' })
  expect(log[0]).toBe('language undefined')
})

const speaker = JSON.stringify({ Brand: { ...Brand, ProdType: 'Network Speaker' } })
const audio = { ...answers, getbrand: speaker }

test.each(['operator viewer', 'viewer'])(
  'on audio products %s are redirected to the local player without further calls (SHELL-18, OPEN-10, OPEN-115)',
  async (groups) => {
    for (const ProdType of ['Network Speaker', 'Network Horn Speaker']) {
      const getbrand = JSON.stringify({ Brand: { ...Brand, ProdType } })
      const { client } = deviceThat({ ...answers, getbrand, usergroup: `ada\n${groups}\n` })
      const { log, ...hooks } = steps(true)
      expect(await start(client, hooks)).toEqual({ kind: 'elsewhere', to: '/local-player/' })
      expect(log).toEqual(['language German'])
    }
  },
)

test('administrators of audio products are redirected to their audio manager (SHELL-19, SHELL-22)', async () => {
  const { client } = deviceThat({ ...audio, usergroup: 'ada\nadmin operator viewer\n' })
  expect(await start(client, steps(true))).toEqual({ kind: 'elsewhere', to: '/audio-manager/' })
  const { log, ...hooks } = steps(false)
  expect(await start(client, hooks)).toMatchObject({ kind: 'started', role: 'admin' })
  expect(log).toContain('audio manager ada')
  expect(log).toContain('lists admin audio')
})

test('no other account is checked for an audio manager (SHELL-18, SHELL-22)', async () => {
  for (const ProdType of ['Network Video Intercom', 'Network Door Controller']) {
    const getbrand = JSON.stringify({ Brand: { ...Brand, ProdType } })
    for (const groups of ['admin operator viewer', 'viewer']) {
      const { client } = deviceThat({ ...answers, getbrand, usergroup: `ada\n${groups}\n` })
      const { log, ...hooks } = steps(true)
      expect(await start(client, hooks)).toMatchObject({ kind: 'started' })
      expect(log).not.toContain('audio manager ada')
    }
  }
})

test('an account without a role and a device that refuses have different results', async () => {
  const none = deviceThat({ ...answers, usergroup: 'ghost\nusers\n' })
  expect(await start(none.client, steps())).toEqual({ kind: 'noRole', user: 'ghost' })
  const refusing = deviceThat({ ...answers, usergroup: 401 })
  await expect(start(refusing.client, steps())).rejects.toMatchObject({ kind: 'signedOut' })
})
