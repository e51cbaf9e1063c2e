import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeShareServer } from '../../engines/storage/testing/fake-share-server.ts'
import type { FakeShareServer } from '../../engines/storage/testing/fake-share-server.ts'
import { makeShareRig } from '../../engines/storage/testing/share-rig.ts'
import type { ShareRig } from '../../engines/storage/testing/share-rig.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { networkShareService } from './network-shares.ts'

let server: FakeShareServer
let rig: ShareRig
let device: TestDevice

beforeEach(async () => {
  server = fakeShareServer()
  rig = makeShareRig(server)
  rig.powerOn()
  device = await openTestDevice([
    (parts) =>
      networkShareService({ ...parts, storage: { ...parts.storage, shares: rig.disk.shares } }),
  ])
  device.makeAccounts()
})
afterEach(async () => {
  await device.close()
  await rig.close()
})

/** The text of an answer, which has status 200 also when it is a failure. */
async function ask(call: string, query: Record<string, string> = {}): Promise<string> {
  const fields = new URLSearchParams({ schemaversion: '1', ...query }).toString()
  const path = `/axis-cgi/disks/networkshare/${call}.cgi?${fields}`
  const answer = await device.fetch(path, { as: 'root' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/xml; charset=utf-8',
  ])
  return answer.text()
}

const response = (content: string) =>
  '<?xml version="1.0" encoding="UTF-8"?>\n<NetworkShareResponse' +
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" SchemaVersion="1.0"' +
  ' xsi:noNamespaceSchemaLocation="http://www.axis.com/vapix/http_cgi/networkshare1.xsd">' +
  `${content}</NetworkShareResponse>\n`
const SUCCESS = response('<GeneralSuccess/>')

const SHARE = { nicename: 'n', address: '10.0.0.5', share: 'rec', user: 'u', pass: 'p' }

async function add(changes: Record<string, string> = {}): Promise<string> {
  const answer = await ask('add', { ...SHARE, ...changes })
  const shareid = /<AddSuccess ShareId="([\da-f-]{36})"\/>/.exec(answer)?.[1]
  if (shareid === undefined) throw new Error(answer)
  expect(answer).toBe(response(`<AddSuccess ShareId="${shareid}"/>`))
  return shareid
}

/** The code of a failure, and what it says. */
async function failureOf(call: string, query: Record<string, string>): Promise<[string, string]> {
  const answer = await ask(call, query)
  const [, code = '', description = ''] =
    /<GeneralError><ErrorCode>(\d+)<\/ErrorCode><ErrorDescription>([^<]+)</.exec(answer) ?? []
  expect(answer).toBe(
    response(
      `<GeneralError><ErrorCode>${code}</ErrorCode>` +
        `<ErrorDescription>${description}</ErrorDescription></GeneralError>`,
    ),
  )
  return [code, description]
}

test('the versions of the schema are listed in the recorded form (DEVICE-106)', async () => {
  expect(await ask('schemaversions')).toBe(
    response(
      '<SchemaVersionsSuccess><SchemaVersion><VersionNumber>1.0</VersionNumber>' +
        '<Deprecated>false</Deprecated></SchemaVersion></SchemaVersionsSuccess>',
    ),
  )
})

test('a share is added, listed without its password, and removed (DEVICE-107, DEVICE-108, DEVICE-113)', async () => {
  expect(await ask('list', { shareid: 'all' })).toBe(
    response('<ListSuccess><NetworkShares NumberOfShares="0"/></ListSuccess>'),
  )
  const shareid = await add()
  const listed = response(
    '<ListSuccess><NetworkShares NumberOfShares="1"><NetworkShare NiceName="n" ' +
      `ShareId="${shareid}" Address="10.0.0.5" Share="rec" User="u"/></NetworkShares></ListSuccess>`,
  )
  expect(await ask('list', { shareid: 'all' })).toBe(listed)
  expect(await ask('list', { shareid })).toBe(listed)
  expect(await ask('remove', { shareid })).toBe(SUCCESS)
  expect(await ask('list')).toContain('NumberOfShares="0"')
})

test('a share is bound to the disk and unbound (DEVICE-109, DEVICE-110, STORAGE-56)', async () => {
  const shareid = await add()
  expect(await ask('bind', { shareid, automaticmount: 'no' })).toBe(
    response('<BindSuccess DiskID="NetworkShare"/>'),
  )
  expect(await ask('list')).toContain('User="u" DiskId="NetworkShare"/>')
  expect(server.operations).toBe(0)
  expect(await ask('unbind', { shareid })).toBe(SUCCESS)
  expect(await ask('unbind', { shareid })).toBe(SUCCESS)
  expect(await ask('list')).not.toContain('DiskId')
})

test('a share is mounted when it is bound, unless the client says no', async () => {
  const shareid = await add()
  await ask('bind', { shareid })
  await rig.until(async () => (await rig.status()) === 'OK')
  expect(server.logins[0]).toMatchObject({ host: '10.0.0.5', user: 'u', password: 'p' })
})

test('a check runs as a job, which tells its progress and its end (DEVICE-111, DEVICE-112, STORAGE-53)', async () => {
  const shareid = await add({ user: '', pass: '' })
  const release = server.hold()
  expect(await ask('test', { shareid })).toBe(response('<TestSuccess JobId="1"/>'))
  expect(await ask('job', { jobid: '1' })).toBe(
    response('<JobSuccess><Progress>0</Progress></JobSuccess>'),
  )
  release()
  expect(await ask('job', { jobid: '1' })).toBe(
    response('<JobSuccess><GeneralSuccess/></JobSuccess>'),
  )
  server.trouble = 'login'
  await ask('test', { shareid })
  expect(await ask('job', { jobid: '2' })).toBe(
    response(
      '<JobSuccess><GeneralError><ErrorCode>720</ErrorCode><ErrorDescription>The file server ' +
        'refuses the user name or password, or demands them.</ErrorDescription></GeneralError></JobSuccess>',
    ),
  )
})

test('what is out of order is refused with its code (STORAGE-76)', async () => {
  const shareid = await add()
  expect(await failureOf('add', SHARE)).toEqual([
    '220',
    'There is a network share with this name already.',
  ])
  expect(await failureOf('add', { ...SHARE, nicename: 'other' })).toEqual([
    '230',
    'The device has a network share already. Remove it first.',
  ])
  for (const call of ['list', 'remove', 'bind', 'unbind', 'test']) {
    expect((await failureOf(call, { shareid: 'unknown' }))[0]).toBe('200')
  }
  await ask('bind', { shareid, automaticmount: 'no' })
  expect((await failureOf('bind', { shareid }))[0]).toBe('310')
  expect((await failureOf('remove', { shareid }))[0]).toBe('500')
  await rig.run('mount')
  expect((await failureOf('unbind', { shareid }))[0]).toBe('400')
  expect((await failureOf('job', { jobid: '9' }))[0]).toBe('20')
  expect((await failureOf('list', { schemaversion: '2' }))[0]).toBe('40')
  expect(await ask('list', { schemaversion: '1.0' })).toContain('ListSuccess')
})

test('a share is neither unbound nor mounted twice while a job runs on it', async () => {
  const shareid = await add()
  await ask('bind', { shareid, automaticmount: 'no' })
  const release = server.hold()
  const mounting = rig.run('mount')
  expect((await failureOf('unbind', { shareid }))[0]).toBe('10')
  await expect(rig.run('mount')).rejects.toThrow('Another job')
  release()
  await mounting
})

test.each([
  ['an empty name', { nicename: ' ' }],
  ['no server', { address: '' }],
  ['a server that is none', { address: 'a b' }],
  ['no share', { share: '' }],
  ['a share with a path', { share: 'a/b' }],
  ['a share that is too long', { share: 'x'.repeat(81) }],
  ['a user with a line break', { user: 'a\nb' }],
  ['a password with a line break', { pass: 'a\nb' }],
  ['a user that is too long', { user: 'x'.repeat(257) }],
  ['a password without a user', { user: '' }],
])('%s is refused, and the password is not repeated (STORAGE-57, STORAGE-58)', async (_, wrong) => {
  const [code, description] = await failureOf('add', { ...SHARE, pass: 'hush', ...wrong })
  expect(code).toBe('20')
  expect(description).not.toContain('hush')
  expect(await ask('list')).toContain('NumberOfShares="0"')
})

test.each(['10.0.0.5', 'fe80::1', 'nas', 'nas.example.org'])(
  'a server can be %s (STORAGE-57)',
  async (address) => {
    await add({ address })
    expect(await ask('list')).toContain(`Address="${address}"`)
  },
)
