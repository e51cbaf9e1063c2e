import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listParameters } from '@lintel/contract/calls/parameters'
import { Refusal } from '@lintel/contract/fault'
import { productCalled } from '@lintel/contract/products/products'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { definitionsOf } from '../products/definitions.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { fits } from './definition.ts'
import { openParameters } from './parameters.ts'
import { openSecretBox } from './secret-box.ts'
import type { SecretBox } from './secret-box.ts'

const ADMIN = ['admin', 'operator', 'viewer', 'ptz']
const OPERATOR = ['operator', 'viewer']
const VIEWER = ['viewer']
const DEFINITIONS = definitionsOf(productCalled('A8307-E'))
const SERIAL = 'AECC8E012345'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0).toReversed()) cleanup()
})

function openTree(input: { diskFull?: () => boolean; folder?: string } = {}) {
  const folder = input.folder ?? mkdtempSync(join(tmpdir(), 'lintel-parameters-'))
  const options = input.diskFull ? { diskFull: input.diskFull } : {}
  const database = openDatabase(join(folder, 'state.db'), options)
  cleanups.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => database.close(),
  )
  return { database, folder, parameters: treeIn(database) }
}

function treeIn(database: Database, secrets?: SecretBox) {
  const facts = {
    serial: SERIAL,
    lease: () => undefined,
    place: () => ({ address: '127.0.0.1', subnetMask: '255.0.0.0', broadcast: '127.255.255.255' }),
    ipv6: () => [],
    rtspPort: () => 554,
    rootPasswordSet: () => false,
    now: () => Date.parse('2026-11-20T13:07:32Z'),
  }
  return openParameters(database, DEFINITIONS, facts, [], secrets)
}

function refusal(work: () => void): Refusal {
  try {
    work()
  } catch (cause) {
    if (cause instanceof Refusal) return cause
    throw cause
  }
  throw new Error('it was not refused')
}

test('lists hold factory values, live values and the unit’s own name, with root. (DEVICE-23)', () => {
  const { parameters } = openTree()
  const { values, missing } = parameters.list(['Network', 'root.Brand.ProdNbr'], ADMIN)
  expect(missing).toEqual([])
  expect(values.get('root.Network.BootProto')).toBe('dhcp')
  expect(values.get('root.Network.IPAddress')).toBe('192.168.0.90')
  expect(values.get('root.Network.eth0.IPAddress')).toBe('127.0.0.1')
  expect(values.get('root.Network.eth0.MACAddress')).toBe('AE:CC:8E:01:23:45')
  expect(values.get('root.Network.eth0.IPv6.IPAddresses')).toBe('')
  expect(values.get('root.Network.VolatileHostName.HostName')).toBe('axis-aecc8e012345')
  expect(values.get('root.Brand.ProdNbr')).toBe('A8307-E')
  const time = parameters.list(['Time'], VIEWER).values
  expect(time.get('root.Time.ServerDate')).toBe('2026-11-20')
  expect(time.get('root.Time.ServerTime')).toBe('14:07:32')
  expect(time.has('root.Time.TimeZone')).toBe(false)
})

test('a missing group is listed under the name in the request, in the order of the request (DEVICE-23)', () => {
  const { parameters } = openTree()
  const list = parameters.list(
    ['Network.BootProto', 'Does.Not.Exist', 'root.HTTPS.Enabled', 'Net'],
    ADMIN,
  )
  expect(listParameters.format.encode(list)).toBe(
    'root.Network.BootProto=dhcp\n' +
      "# Error: Error -1 getting param in group 'Does.Not.Exist'\n" +
      'root.HTTPS.Enabled=yes\n' +
      "# Error: Error -1 getting param in group 'Net'\n",
  )
})

test('a star matches a part or piece of a part, but never a dot', () => {
  const { parameters } = openTree()
  const names = (group: string) => Array.from(parameters.list([group], ADMIN).values.keys())
  expect(names('IOPort.*.Direction')).toEqual(
    [0, 1, 2, 3].map((port) => `root.IOPort.I${port}.Direction`),
  )
  expect(names('root.IOPort.I1.*.Name')).toEqual([
    'root.IOPort.I1.Input.Name',
    'root.IOPort.I1.Output.Name',
  ])
  expect(names('Brand.Prod*').length).toBe(5)
  expect(names('Network.DNS*2')).toEqual(['root.Network.DNSServer2'])
  expect(names('*.NbrOf*')).toEqual(names('root.*.NbrOf*'))
  expect(names('Network*BootProto')).toEqual([])
  expect(names('root')).toEqual(names('*'))
  expect(names('*a'.repeat(2000))).toEqual([])
})

test('a group lists its own parameters before its sub-groups', () => {
  const { parameters } = openTree()
  for (const group of ['Network', 'Time', 'SNMP', 'Image', 'AudioSource', 'MediaClip']) {
    const depths = Array.from(parameters.list([group], ADMIN).values.keys(), (name) =>
      Math.min(name.split('.').length, 4),
    )
    expect(depths, group).toEqual(depths.toSorted((one, other) => one - other))
  }
})

test('a parameter that the caller may not read is reported as missing (SHELL-17)', () => {
  const { parameters } = openTree()
  const all = parameters.list([], ADMIN).values
  const some = parameters.list([], VIEWER).values
  expect(some.size).toBeLessThan(all.size)
  expect(some.get('root.Brand.ProdShortName')).toBe('AXIS A8307-E')
  expect(some.has('root.RemoteService.ProxyLogin')).toBe(false)
  expect(parameters.list(['RemoteService'], OPERATOR).missing).toEqual([
    { group: 'RemoteService', after: 0 },
  ])
  expect(parameters.list([], []).values.size).toBe(0)
})

test("secrets are listed as stars, set or not, and refusals don't repeat them", () => {
  const { parameters } = openTree()
  const name = 'root.RemoteService.ProxyPassword'
  expect(parameters.list([name], ADMIN).values.get(name)).toBe('******')
  parameters.update({ [name]: 'geheim' }, ADMIN)
  expect(parameters.list([name], ADMIN).values.get(name)).toBe('******')
  expect(parameters.get(name)).toBe('geheim')
  const { message } = refusal(() => parameters.update({ [name]: 'x'.repeat(65) }, ADMIN))
  expect(message).toBe(`Error setting '${name}' to '******'!`)
})

test('an update with or without root. survives a restart (DEVICE-24)', () => {
  const { parameters, database } = openTree()
  parameters.update({ 'Network.DomainName': 'example.org', 'root.Time.SyncSource': 'None' }, ADMIN)
  const again = treeIn(database)
  expect(again.get('root.Network.DomainName')).toBe('example.org')
  expect(again.get('root.Time.SyncSource')).toBe('None')
})

test.each([
  ['root.Network.IPAddress', '256.1.1.1'],
  ['root.Network.SubnetMask', '255.0.255.0'],
  ['root.Network.HostName', '-x'],
  ['root.Network.DomainName', 'a b'],
  ['root.Time.NTP.Server', 'x'.repeat(65)],
  ['root.Time.POSIXTimeZone', 'Europe/Stockholm'],
  ['root.Time.SyncSource', 'ntp'],
  ['root.Network.Enabled', 'true'],
  ['root.RemoteService.ProxyPort', '65536'],
  ['root.RemoteService.ProxyPort', '1e3'],
  ['root.RemoteService.ProxyLogin', 'a\nroot.Brand.Brand=X'],
  ['root.Network.Bonjour.FriendlyName', ' '],
  ['root.Brand.ProdNbr', 'X'],
  ['root.Network.eth0.IPAddress', '10.0.0.1'],
  ['root.IOPort.I3.Direction', 'input'],
  ['root.Nothing.There', '1'],
])("%s can't be set to %j", (name, value) => {
  const { parameters } = openTree()
  const { reason, message } = refusal(() =>
    parameters.update({ 'root.Network.DomainName': 'good.example', [name]: value }, ADMIN),
  )
  expect(reason).toBe('invalid')
  expect(message).toBe(`Error setting '${name}' to '${value.replace(/\p{Cc}/gu, '?')}'!`)
  expect(parameters.get('root.Network.DomainName')).not.toBe('good.example')
})

test('viewers set nothing, operators what their role allows, and nobody sets constants', () => {
  const { parameters } = openTree()
  const setting = { 'root.Image.I0.Name': 'Door' }
  expect(refusal(() => parameters.update(setting, VIEWER)).reason).toBe('forbidden')
  parameters.update(setting, OPERATOR)
  expect(parameters.get('root.Image.I0.Name')).toBe('Door')
  const network = { 'root.Image.I0.Name': 'Gate', 'root.Network.HostName': 'gate' }
  expect(refusal(() => parameters.update(network, OPERATOR)).reason).toBe('forbidden')
  expect(parameters.get('root.Image.I0.Name')).toBe('Door')
  expect(() => parameters.set({ 'root.Properties.System.Language': 'German' })).not.toThrow()
  expect(() => parameters.set({ 'root.Network.eth0.IPAddress': '10.0.0.1' })).toThrow(Refusal)
})

test('subscribers are notified once, after the commit, with the changed names under their prefix', () => {
  const { parameters } = openTree()
  const notified: string[][] = []
  const end = parameters.subscribe('root.Network', (changed) => {
    expect(parameters.get('root.Network.DNSServer1')).toBe('9.9.9.9')
    notified.push(changed)
  })
  parameters.update(
    {
      'root.Network.DNSServer1': '9.9.9.9',
      'root.Network.DNSServer2': '0.0.0.0',
      'root.Time.SyncSource': 'None',
    },
    ADMIN,
  )
  expect(notified).toEqual([['root.Network.DNSServer1']])
  end()
  parameters.update({ 'root.Network.DNSServer1': '1.1.1.1' }, ADMIN)
  expect(notified.length).toBe(1)
})

test('a subscriber to several prefixes is notified once', () => {
  const { parameters } = openTree()
  const notified: string[][] = []
  parameters.subscribe(['root.Time', 'root.Network.HostName'], (changed) => notified.push(changed))
  const values = {
    'root.Network.HostName': 'gate',
    'root.Network.DomainName': 'example.org',
    'root.Time.SyncSource': 'None',
  }
  parameters.update(values, ADMIN)
  expect(notified).toEqual([['root.Network.HostName', 'root.Time.SyncSource']])
})

test('a full disk refuses the update and leaves every value unchanged', () => {
  let full = false
  const { parameters } = openTree({ diskFull: () => full })
  full = true
  const { reason } = refusal(() =>
    parameters.update(
      { 'root.Network.DomainName': 'a.example', 'root.Network.Media': '10half' },
      ADMIN,
    ),
  )
  expect(reason).toBe('storage')
  expect(parameters.get('root.Network.DomainName')).toBe('')
  full = false
  parameters.update({ 'root.Network.Media': '10half' }, ADMIN)
  expect(parameters.get('root.Network.Media')).toBe('10half')
})

test('an update that could not be committed with others is taken back, and no subscriber sees it', async () => {
  const { database, parameters } = openTree()
  const name = 'root.Network.HostName'
  const before = parameters.get(name)
  const seen: string[] = []
  parameters.subscribe(name, () => seen.push(parameters.get(name)))
  const pages = Number(database.get('PRAGMA page_count')?.['page_count'])
  database.get(`PRAGMA max_page_count = ${pages}`)
  const update = database.share(() => parameters.update({ [name]: 'gate' }, ADMIN))
  const other = database.share(() =>
    database.run("INSERT INTO records VALUES ('big', ?)", 'x'.repeat(100_000)),
  )
  await expect(update).rejects.toThrow('no storage')
  await expect(other).rejects.toThrow('no storage')
  expect(parameters.get(name)).toBe(before)
  expect(seen).not.toContain('gate')
})

test('subscribers hear of updates that are committed together only after the commit', async () => {
  const { database, folder, parameters } = openTree()
  const { database: other } = openTree({ folder })
  const name = 'root.Network.HostName'
  const rows = () => other.all('SELECT value FROM parameters WHERE name = ?', name)
  const stored: unknown[] = []
  parameters.subscribe(name, () => stored.push(rows()))
  const before = parameters.versions.current()
  await Promise.all([
    database.share(() => parameters.update({ [name]: 'gate' }, ADMIN)),
    database.share(() => {
      expect(parameters.versions.isCurrent(before, [name])).toBe(false)
      parameters.update({ [name]: 'door' }, ADMIN)
    }),
  ])
  expect(stored).toEqual([[{ value: 'door' }], [{ value: 'door' }]])
})

test('every accepted text makes exactly one line of the list', () => {
  const { parameters } = openTree()
  const lines = listParameters.format.encode(parameters.list([], ADMIN)).split('\n').length
  const names = DEFINITIONS.filter(
    ({ value, type }) => 'factory' in value && type.kind === 'string',
  ).map(({ name }) => name)
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.string({ unit: 'binary' }), (name, value) => {
      try {
        parameters.update({ [name]: value }, ADMIN)
      } catch (cause) {
        expect(cause).toBeInstanceOf(Refusal)
      }
      const text = listParameters.format.encode(parameters.list([], ADMIN))
      expect(text.split('\n').length).toBe(lines)
      expect(listParameters.format.decode(text).missing).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('every factory value is valid, and every name is unique', () => {
  const names = DEFINITIONS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { name, type, value } of DEFINITIONS) {
    if ('factory' in value && type.kind !== 'password') {
      expect(fits(type, value.factory(SERIAL)), name).toBe(true)
    }
  }
})

test('a stored value that this software refuses is replaced by the factory value', () => {
  const { database } = openTree()
  database.run("INSERT INTO parameters VALUES ('root.Network.SubnetMask', 'nonsense')")
  database.run("INSERT INTO parameters VALUES ('root.Gone.Away', 'x')")
  const parameters = treeIn(database)
  expect(parameters.get('root.Network.SubnetMask')).toBe('255.255.255.0')
  expect(() => parameters.text('root.Gone.Away')).toThrow('no parameter')
})

test('the full list is built 2,000 times a second', () => {
  const { parameters } = openTree()
  let turn = 0
  // Another group each time, so that none is kept.
  const list = () => {
    turn += 1
    listParameters.format.encode(parameters.list(['root', `Gone${turn}`], ADMIN))
  }
  for (let warm = 0; warm < 300; warm += 1) list()
  const times = Array.from({ length: 300 }, () => {
    const start = performance.now()
    list()
    return performance.now() - start
  }).toSorted((one, other) => one - other)
  expect(times[30]).toBeLessThan(0.5)
})

test('a password is stored sealed, readable after a restart and with no other key', () => {
  const { database, folder } = openTree()
  const keyFile = join(folder, 'secrets.key')
  const name = 'root.SNMP.InitialUserPasswd'
  const storedBytes = () =>
    String(database.get('SELECT value FROM parameters WHERE name = ?', name)?.['value'])
  treeIn(database, openSecretBox(keyFile)).set({ [name]: 'front door 42' })
  expect(storedBytes()).not.toContain('front door')
  const again = treeIn(database, openSecretBox(keyFile))
  expect(again.get(name)).toBe('front door 42')
  expect(again.get('root.SNMP.InitialUserPasswdSet')).toBe(true)
  const other = treeIn(database, openSecretBox(join(folder, 'other.key')))
  expect(other.get('root.SNMP.InitialUserPasswdSet')).toBe(false)
})

test('every parameter that is named like a secret is stored sealed', () => {
  const { database, folder } = openTree()
  const tree = treeIn(database, openSecretBox(join(folder, 'secrets.key')))
  const secrets = definitionsOf(productCalled('A8307-E')).filter(
    ({ name, value, type, write }) =>
      /communit|passw|passphrase|pwd|secret|token|privatekey/i.test(name) &&
      'factory' in value &&
      write !== 'never' &&
      type.kind !== 'bool',
  )
  expect(secrets.length).toBeGreaterThan(3)
  for (const { name } of secrets) {
    tree.update({ [name]: 'planted-1' }, ['admin'])
    const row = database.get('SELECT value FROM parameters WHERE name = ?', name)
    expect(String(row?.['value']), name).toMatch(/^sealed:/)
  }
  expect(tree.list(['SNMP'], ['admin']).values.get('root.SNMP.V1ReadCommunity')).toBe('planted-1')
})
