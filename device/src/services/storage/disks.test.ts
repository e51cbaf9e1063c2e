import { SD_CARD } from '@lintel/contract/disks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeCardTools, putFakeCard } from '../../engines/storage/testing/fake-card-tools.ts'
import type { FakeCard, FakeCardTools } from '../../engines/storage/testing/fake-card-tools.ts'
import { ended, makeStorageRig } from '../../engines/storage/testing/storage-rig.ts'
import type { StorageRig } from '../../engines/storage/testing/storage-rig.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { diskPropertyService } from './disk-properties.ts'
import { diskService } from './disks.ts'

let tools: FakeCardTools
let rig: StorageRig
let device: TestDevice

beforeEach(async () => {
  tools = fakeCardTools()
  rig = makeStorageRig(tools)
  await rig.powerOn()
  const { storage } = rig
  device = await openTestDevice([
    (parts) => diskService({ ...parts, storage }),
    (parts) => diskPropertyService({ ...parts, storage }),
  ])
  device.makeAccounts()
})
afterEach(async () => {
  await device.close()
  await rig.remove()
})

const EXT4: FakeCard = { fileSystem: 'ext4' }

async function insert(card: FakeCard): Promise<void> {
  putFakeCard(rig.imageOf('card'), card)
  await rig.insert('card')
}

/** The text of an answer, which has status 200 also when it is a failure. */
async function ask(call: string, query: Record<string, string> = {}): Promise<string> {
  const path = `/axis-cgi/disks/${call}.cgi?${new URLSearchParams(query).toString()}`
  const answer = await device.fetch(path, { as: 'root' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/xml; charset=utf-8',
  ])
  return answer.text()
}

/** The root element of most answers. */
const root = (schema: string, content: string) =>
  '<?xml version="1.0" encoding="UTF-8"?>\n<root' +
  ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"` +
  ` xsi:noNamespaceSchemaLocation="http://www.axis.com/vapix/http_cgi/disk/${schema}.xsd">` +
  `${content}</root>\n`

const CARD = { diskid: SD_CARD }

test('the disks are listed in the recorded form (DEVICE-94, STORAGE-06, STORAGE-07)', async () => {
  await insert({ ...EXT4, size: 116_109_324 * 1024, files: { a: 406_848 * 1024 } })
  rig.platform.parameters.set({ 'root.Storage.S0.CleanupLevel': 99 })
  const list = (...disks: string[]) =>
    root('list1', `<disks numberofdisks="${disks.length}">${disks.join('')}</disks>`)
  const card =
    '<disk diskid="SD_DISK" name="" totalsize="116109324" ' +
    'freesize="115702476" cleanuplevel="99" cleanupmaxage="7" cleanuppolicy="fifo" ' +
    'locked="no" full="no" readonly="no" status="OK" filesystem="ext4" group="S0" ' +
    'requiredfilesystem="none" encryptionenabled="false" diskencrypted="false"/>'
  const share =
    '<disk diskid="NetworkShare" name="" totalsize="0" freesize="0" cleanuplevel="90" ' +
    'cleanupmaxage="7" cleanuppolicy="fifo" locked="no" full="no" readonly="no" ' +
    'status="disconnected" filesystem="cifs" group="S1" requiredfilesystem="none" ' +
    'encryptionenabled="false" diskencrypted="false"/>'
  expect(await ask('list', { diskid: 'all', xml: '', timestamp: '1700000000' })).toBe(
    list(card, share),
  )
  expect(await ask('list', CARD)).toBe(list(card))
  expect(await ask('list', { diskid: 'NetworkShare' })).toBe(list(share))
})

test('what can be done with a card is listed in the recorded form (DEVICE-95, STORAGE-08)', async () => {
  const systems =
    '<filesystems><filesystem name="ext4" nicename=" " requiredfssupported="true"/>' +
    '<filesystem name="vfat" nicename=" " requiredfssupported="false"/></filesystems>'
  const disk = (encryption: boolean) =>
    `<disk diskid="SD_DISK" requiredfssupported="true" encryptionsupported="${encryption}">${systems}</disk>`
  expect(await ask('getcapabilities', CARD)).toBe(root('capabilities1', disk(true)))
  tools.encryption = false
  expect(await ask('getcapabilities', CARD)).toBe(root('capabilities1', disk(false)))
  expect(await ask('getcapabilities', { diskid: 'NetworkShare' })).toBe(
    root(
      'capabilities1',
      '<disk diskid="NetworkShare" requiredfssupported="false" encryptionsupported="false">' +
        '<filesystems><filesystem name="cifs" nicename=" " requiredfssupported="false"/></filesystems></disk>',
    ),
  )
})

test('jobs start and end in the recorded form (DEVICE-96, DEVICE-97, DEVICE-100)', async () => {
  await insert({})
  expect(await ask('format', { ...CARD, filesystem: 'ext4' })).toBe(
    root('startjob1', '<job action="format" diskid="SD_DISK" result="OK" jobid="1"/>'),
  )
  await ended(rig.storage, SD_CARD, '1')
  expect(await ask('job', { ...CARD, jobid: '1' })).toBe(
    root(
      'checkjob1',
      '<job jobid="1" diskid="SD_DISK" action="format" result="OK" progress="100"/>',
    ),
  )
  expect(await ask('mount', { ...CARD, action: 'mount' })).toContain('jobid="2"')
  await ended(rig.storage, SD_CARD, '2')
  expect(await ask('list')).toContain('status="OK"')
  expect(await ask('mount', { ...CARD, action: 'unmount' })).toContain('action="unmount"')
  await ended(rig.storage, SD_CARD, '3')
  expect(await ask('list')).toContain('status="connected"')
})

test('a job that runs says how far it is, and one that failed why (DEVICE-98, DEVICE-99, STORAGE-10)', async () => {
  await insert({ ...EXT4, damage: 'some' })
  const held = tools.hold('check')
  expect(await ask('checkdisk', CARD)).toBe(
    root('startjob1', '<job action="checkdisk" diskid="SD_DISK" result="OK" jobid="1"/>'),
  )
  held.progress(15)
  expect(await ask('job', { ...CARD, jobid: '1' })).toBe(
    root(
      'checkjob1',
      '<job jobid="1" diskid="SD_DISK" action="checkdisk" result="OK" progress="15"/>',
    ),
  )
  held.release()
  await ended(rig.storage, SD_CARD, '1')
  expect(await ask('job', { ...CARD, jobid: '1' })).toBe(
    root(
      'checkjob1',
      '<job jobid="1" diskid="SD_DISK" action="checkdisk" result="ERROR" progress="100" ' +
        'description="The file system of the card is damaged. Repair or format the card."/>',
    ),
  )
  expect(await ask('repair', CARD)).toContain('<job action="repair" diskid="SD_DISK" result="OK"')
})

test.each([
  ['mount', { action: 'mount' }, 'mount'],
  ['mount', { action: 'unmount' }, 'unmount'],
  ['format', { filesystem: 'ext4' }, 'format'],
  ['checkdisk', {}, 'checkdisk'],
  ['repair', {}, 'repair'],
])('%s with %o is refused in the recorded form', async (call, query, action) => {
  expect(await ask(call, { ...CARD, ...query })).toBe(
    root(
      'startjob1',
      `<job action="${action}" diskid="SD_DISK" result="ERROR" ` +
        'description="There is no SD card in the device."/>',
    ),
  )
})

test('a job that nobody knows is refused', async () => {
  expect(await ask('job', { ...CARD, jobid: '9' })).toBe(
    root('checkjob1', '<job result="ERROR" description="There is no such job."/>'),
  )
})

test('a disk is locked and unlocked in the recorded form (DEVICE-101, STORAGE-42)', async () => {
  for (const action of ['lock', 'unlock']) {
    expect(await ask('lock', { ...CARD, action })).toBe(
      root('lock1', `<${action} diskid="SD_DISK" result="OK"/>`),
    )
    expect(rig.platform.parameters.get('root.Storage.S0.Locked')).toBe(action === 'lock')
  }
  expect(await ask('lock', { diskid: 'NetworkShare', action: 'lock' })).toBe(
    root('lock1', '<lock diskid="NetworkShare" result="OK"/>'),
  )
  expect(rig.platform.parameters.get('root.Storage.S1.Locked')).toBe(true)
})

test('bad requests are answered as errors', async () => {
  expect(await ask('list', { diskid: 'other' })).toContain('<disks result="ERROR" description=')
  expect(await ask('format', { ...CARD, filesystem: 'ntfs' })).toContain('result="ERROR"')
  expect(await ask('mount', CARD)).toContain('<job result="ERROR" description=')
})

test('the last job of each disk is known to whoever comes later', async () => {
  await insert(EXT4)
  const { jobid } = await rig.run('unmount')
  const answer = await device.fetch('/lintel/storage/jobs', { as: 'oper' })
  expect(await answer.json()).toEqual({
    jobs: [
      {
        jobid,
        diskid: SD_CARD,
        action: 'unmount',
        result: 'OK',
        progress: 100,
        description: '',
      },
    ],
  })
})

/** The answers of the encryption's calls. */
const properties = (content: string) =>
  '<?xml version="1.0" encoding="UTF-8"?>\n<DiskPropertiesResponse' +
  ' xmlns="http://www.axis.com/vapix/http_cgi/disks/properties1"' +
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" SchemaVersion="1.0">' +
  `${content}</DiskPropertiesResponse>\n`
const SUCCESS = properties('<Success><GeneralSuccess/></Success>')
const failure = (code: string, description: string) =>
  properties(
    `<Error><GeneralError><ErrorCode>${code}</ErrorCode>` +
      `<ErrorDescription>${description}</ErrorDescription></GeneralError></Error>`,
  )
const REQUEST = { schemaversion: '1', ...CARD }

test('a card is encrypted and decrypted in the recorded form (DEVICE-102, DEVICE-103)', async () => {
  await insert({})
  const enable = { ...REQUEST, passphrase: 'open sesame' }
  expect(await ask('properties/enablediskencryption', enable)).toBe(SUCCESS)
  expect(await ask('list')).toContain('encryptionenabled="true" diskencrypted="false"')
  expect(await ask('properties/enablediskencryption', enable)).toBe(
    failure('140', 'Encryption is already enabled.'),
  )
  expect(await ask('properties/disablediskencryption', { ...REQUEST, schemaversion: '1.0' })).toBe(
    SUCCESS,
  )
  expect(await ask('list')).toContain('encryptionenabled="false"')
})

test('a passphrase is changed in the recorded form (DEVICE-104, STORAGE-35)', async () => {
  await insert({})
  await rig.storage.encryption(SD_CARD)?.encrypt('one')
  await rig.run('format', 'ext4')
  await rig.run('mount')
  const change = (oldpassphrase: string, newpassphrase: string) =>
    ask('properties/changediskpassphrase', { ...REQUEST, oldpassphrase, newpassphrase })
  expect(await change('wrong', 'two')).toBe(failure('130', 'The old passphrase is wrong.'))
  expect(await change('one', 'two')).toBe(SUCCESS)
  expect(await change('two', 'x'.repeat(513))).toBe(
    failure('120', 'The new passphrase is not valid.'),
  )
})

test('requests for other versions and disks have codes of their own (STORAGE-09)', async () => {
  const disable = (query: Record<string, string>) =>
    ask('properties/disablediskencryption', { ...REQUEST, ...query })
  expect(await disable({ schemaversion: '2' })).toBe(
    failure('40', 'The schema version is not supported.'),
  )
  expect(await disable({ diskid: 'other' })).toBe(failure('50', 'The device has no such disk.'))
  expect(await disable({ diskid: 'NetworkShare' })).toBe(
    failure('100', 'This disk can not be encrypted.'),
  )
  expect(await ask('properties/disablediskencryption', CARD)).toContain('<ErrorCode>20</ErrorCode>')
  expect(
    await ask('properties/enablediskencryption', { ...REQUEST, passphrase: 'x'.repeat(513) }),
  ).toBe(failure('110', 'The passphrase is not valid.'))
  expect(await ask('properties/schemaversions')).toBe(
    properties(
      '<Success><SchemaVersionsSuccess><SchemaVersion><VersionNumber>1.0</VersionNumber>' +
        '<Deprecated>false</Deprecated></SchemaVersion></SchemaVersionsSuccess></Success>',
    ),
  )
})
