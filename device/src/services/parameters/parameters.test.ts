import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { parameterService } from './parameters.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([parameterService])
  device.makeAccounts()
})
afterEach(() => device.close())

const list = (group: string, as = 'root') =>
  device.text(`/axis-cgi/param.cgi?action=list&group=${group}`, { as })
const update = (fields: string, as = 'root') =>
  device.text(`/axis-cgi/param.cgi?action=update&${fields}`, { as })

test('groups are listed as name=value lines, with root. or without (DEVICE-23)', async () => {
  const lines = 'root.Time.DST.Enabled=yes\nroot.Time.SyncSource=NTP\n'
  expect(await list('Time.DST,root.Time.SyncSource')).toBe(lines)
  const posted = await device.fetch('/axis-cgi/admin/param.cgi', {
    method: 'POST',
    body: new URLSearchParams({
      action: 'list',
      group: 'Time.DST,Time.SyncSource',
      usergroup: 'x',
    }),
    as: 'root',
  })
  expect(posted.headers.get('content-type')).toContain('text/plain')
  expect(await posted.text()).toBe(lines)
})

test('a missing group is a comment in its place among the others, as recorded (DEVICE-23)', async () => {
  const answer = await device.fetch(
    '/axis-cgi/param.cgi?action=list&group=Time.DST,Does.Not.Exist,Time.SyncSource,No.More',
    { as: 'root' },
  )
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe(
    [
      'root.Time.DST.Enabled=yes',
      "# Error: Error -1 getting param in group 'Does.Not.Exist'",
      'root.Time.SyncSource=NTP',
      "# Error: Error -1 getting param in group 'No.More'",
      '',
    ].join('\n'),
  )
})

test('without a group all parameters that the caller may read are listed', async () => {
  const all = await device.text('/axis-cgi/param.cgi?action=list', { as: 'root' })
  const some = await device.text('/axis-cgi/param.cgi?action=list', { as: 'view' })
  expect(all).toContain('root.Brand.ProdNbr=A8307-E\n')
  expect(some.split('\n').length).toBeLessThan(all.split('\n').length)
})

test('an update answers OK and notifies (DEVICE-24)', async () => {
  const events: unknown[] = []
  device.events.subscribe(({ topic, data }) => events.push([topic, data]))
  expect(await update('root.Network.HostName=gate&Time.SyncSource=None&usergroup=admin')).toBe(
    'OK\n',
  )
  expect(await list('Network.HostName,Time.SyncSource')).toBe(
    'root.Network.HostName=gate\nroot.Time.SyncSource=None\n',
  )
  expect(events).toEqual([['Device/Lintel/Changed', { Area: 'parameters' }]])
  expect(device.benchLog).toEqual([
    [
      'parameters.set',
      {
        count: 2,
        changes:
          'root.Network.HostName: "axis-accc8e012345" → "gate"\nroot.Time.SyncSource: "NTP" → "None"',
        more: 0,
      },
    ],
  ])
})

test('the log of the bench names some of many changes, shortens long texts and has no secrets', async () => {
  const names = ['I0.Input', 'I1.Input', 'I2.Output', 'I3.Output'].map((one) => `${one}.Name`)
  const fields = names.map((name, at) => `IOPort.${name}=${['Bell', 'Gate', 'Lamp', 'Door'][at]}`)
  const friendly = 'a'.repeat(50)
  expect(await update([`Network.Bonjour.FriendlyName=${friendly}`, ...fields].join('&'))).toBe(
    'OK\n',
  )
  const [, { changes, more } = {}] = device.benchLog[0] ?? []
  expect(String(changes).split('\n')).toEqual([
    expect.stringMatching(/^root\.Network\.Bonjour\.FriendlyName: ".+" → "a{39}…"$/),
    'root.IOPort.I0.Input.Name: "Input 1" → "Bell"',
    'root.IOPort.I1.Input.Name: "Input 2" → "Gate"',
  ])
  expect(more).toBe(2)
  device.parameters.set({ 'root.SNMP.InitialUserPasswd': 'hushhush' })
  expect(JSON.stringify(device.benchLog)).not.toContain('hush')
})

test('one invalid value refuses the whole update, in the recorded form (DEVICE-24)', async () => {
  const answer = await update('Network.HostName=gate&Time.SyncSource=Sun')
  expect(answer).toBe("# Error: Error setting 'root.Time.SyncSource' to 'Sun'!\n")
  expect(device.parameters.get('root.Network.HostName')).not.toBe('gate')
  expect(await update('No.Such=1')).toBe("# Error: Error setting 'root.No.Such' to '1'!\n")
  expect(await update('usergroup=admin')).toBe('# Error: No parameter to set was given!\n')
})

test('a caller without the right to set a parameter is refused, and nothing is set', async () => {
  const answer = await device.fetch('/axis-cgi/param.cgi?action=update&Network.HostName=gate', {
    as: 'view',
  })
  expect(answer.status).toBe(403)
  expect(await answer.text()).toMatch(/^# Error: /)
  expect(device.parameters.get('root.Network.HostName')).not.toBe('gate')
})
