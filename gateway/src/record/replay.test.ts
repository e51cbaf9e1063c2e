import { createClient } from '@lintel/contract/client'
import type { Client, Transport } from '@lintel/contract/client'
import { setClientNote } from '@lintel/contract/calls/client-notes'
import { getBrand, getAllProperties } from '@lintel/contract/calls/identity'
import { getConfiguration } from '@lintel/contract/calls/intercom'
import { readPorts } from '@lintel/contract/calls/io-ports'
import { listDefinitions } from '@lintel/contract/calls/parameter-definitions'
import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import { getPhonebookEntries, removePhonebookEntries } from '@lintel/contract/calls/phonebook'
import { getSipAccount, getSipAccounts } from '@lintel/contract/calls/sip-accounts'
import { systemReady } from '@lintel/contract/calls/system'
import { getUserGroups, getUsers } from '@lintel/contract/calls/users'
import { digestFetch } from '@lintel/front-door/digest-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReplay } from './replay.ts'
import type { Replay } from './replay.ts'
import { ownRecording } from './testing.ts'

let replay: Replay
let device: Client & Transport
beforeAll(async () => {
  replay = await openReplay(ownRecording('A8207-VE'))
  device = createClient({ base: replay.http })
})
afterAll(() => replay.close())

const ask = async (path: string, init?: RequestInit) => {
  const answer = await fetch(replay.http + path, init)
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    body: await answer.text(),
  }
}

const post = (path: string, body: string, type = 'application/json') =>
  ask(path, { method: 'POST', body, headers: { 'content-type': type } })

const list = async (group: string): Promise<string[]> => {
  const { body } = await ask(`/axis-cgi/param.cgi?action=list&group=${encodeURIComponent(group)}`)
  return body.split('\n').slice(0, -1)
}

test('typed calls of every kind get what was recorded', async () => {
  expect(await device.call(getUserGroups, {})).toMatchObject({ user: 'root' })
  expect((await device.call(getUsers, {})).digusers).toEqual(['root', 'person1', 'person2'])
  expect((await device.call(getBrand, {})).Brand.ProdNbr).toBe('A8207-VE')
  const { propertyList } = await device.call(getAllProperties, {})
  expect(propertyList.SerialNumber).toBe('ACCC8E000001')
  const { SIPAccount } = await device.call(getSipAccounts, {})
  expect(SIPAccount).toHaveLength(2)
  for (const { Id } of SIPAccount) {
    const one = await device.call(getSipAccount, { SIPAccountId: Id })
    expect(one.SIPAccount.Id).toBe(Id)
  }
  expect(await device.call(readPorts, { check: '1,2' })).toEqual(
    expect.arrayContaining([expect.arrayContaining(['port1'])]),
  )
})

test('services answer at the names of the specification and at the public ones', async () => {
  const renamed = createClient({ base: replay.http, publicNames: () => true })
  const own = await device.call(getConfiguration, {})
  expect(await renamed.call(getConfiguration, {})).toEqual(own)
})

test('the phonebook is filtered', async () => {
  const entries = async (filter: object | string) => {
    const found = await device.call(getPhonebookEntries, { filter } as never)
    return found.phonebookEntries.map(({ id }) => id)
  }
  expect(await entries({ type: 'Person' })).toEqual(['person-1', 'person-2'])
  expect(await entries('Organization')).toContain('site')
  expect(await entries({ ids: ['person-2'] })).toEqual(['person-2'])
  expect(await entries({ keyTrigger: '101' })).toEqual(['person-1'])
  expect(await entries({ type: 'Person', organisationId: 'site' })).toEqual([
    'person-1',
    'person-2',
  ])
})

test('JSON envelopes repeat the context of the request', async () => {
  const body = { apiVersion: '1.2', method: 'systemready', params: { timeout: 3 } }
  const named = await post('/axis-cgi/systemready.cgi', JSON.stringify({ ...body, context: 'abc' }))
  expect(JSON.parse(named.body)).toMatchObject({ context: 'abc', data: { systemready: 'yes' } })
  const plain = await post('/axis-cgi/systemready.cgi', JSON.stringify(body))
  expect(JSON.parse(plain.body)).not.toHaveProperty('context')
  expect((await device.call(systemReady, { timeout: 20 })).needsetup).toBe('no')
})

test('an unknown method, operation or id is refused as devices do', async () => {
  const json = await post('/axis-cgi/time.cgi', '{"apiVersion":"1.0","method":"no"}')
  expect(json.status).toBe(200)
  expect(JSON.parse(json.body)).toMatchObject({ error: { code: 2102 } })
  const operation = await post('/vapix/call', '{"axcall:GetNothing":{}}')
  expect(operation.status).toBe(400)
  expect(JSON.parse(operation.body)).toMatchObject({ FaultCode: 'ter:ActionNotSupported' })
  const id = await post('/vapix/call', '{"axcall:GetSIPAccount":{"SIPAccountId":"no"}}')
  expect(JSON.parse(id.body)).toMatchObject({ FaultSubCode: 'ter:NotFound' })
  const soap = await post(
    '/vapix/services',
    '<E xmlns="http://www.w3.org/2003/05/soap-envelope"><Body><GetNothing xmlns="u"/></Body></E>',
    'application/soap+xml',
  )
  expect(soap).toMatchObject({
    status: 400,
    body: expect.stringContaining('ter:ActionNotSupported'),
  })
})

test('SOAP is answered by operation and input, whatever the prefixes', async () => {
  const call = (input: string) =>
    post(
      '/vapix/services',
      `<x:Envelope xmlns:x="http://www.w3.org/2003/05/soap-envelope"><x:Body>
         <c:GetCertSet xmlns:c="http://www.axis.com/vapix/ws/certificates">${input}</c:GetCertSet>
       </x:Body></x:Envelope>`,
      'application/soap+xml',
    )
  const known = await call('<c:CertSetName>WebServer</c:CertSetName>')
  expect(known).toMatchObject({ status: 200, body: expect.stringContaining('GetCertSetResponse') })
  expect(await call('<c:CertSetName>no</c:CertSetName>')).toMatchObject({ status: 400 })
})

test('parameters are listed by group, with and without root', async () => {
  const all = (await ask('/axis-cgi/param.cgi?action=list')).body.split('\n').slice(0, -1)
  const brand = all.filter((line) => line.startsWith('root.Brand.'))
  expect(brand.length).toBeGreaterThan(3)
  expect(await list('Brand')).toEqual(brand)
  expect(await list('root.Brand')).toEqual(brand)
  expect(await list('root.Brand.*')).toEqual(brand)
  expect(await list('Brand.ProdNbr')).toEqual(['root.Brand.ProdNbr=A8207-VE'])
  expect(await list('root')).toEqual(all)
  expect(await list('root.*.I0.Name')).toEqual(
    all.filter((line) => /^root\.\w+\.I0\.Name[=.]/.test(line)),
  )
  const values = await device.call(listParameters, {
    group: 'Network.HostName,No.Such,Brand.ProdNbr',
  })
  expect([...values.values.keys()]).toEqual(['root.Network.HostName', 'root.Brand.ProdNbr'])
  expect(values.missing).toEqual([{ group: 'No.Such', after: 1 }])
  // Groups are whole names.
  expect(await list('Bran')).toEqual(["# Error: Error -1 getting param in group 'Bran'"])
})

test('a form is answered like a query', async () => {
  const form = 'application/x-www-form-urlencoded'
  const posted = await post('/axis-cgi/param.cgi', 'action=list&group=Brand.ProdNbr', form)
  expect(posted.body).toBe('root.Brand.ProdNbr=A8207-VE\n')
})

test('definitions are described by group', async () => {
  const all = await device.call(listDefinitions, {})
  const some = await device.call(listDefinitions, { group: 'root.SNMP' })
  expect(some.parameters).toEqual(
    all.parameters.filter(({ name }) => name.startsWith('root.SNMP.')),
  )
})

test('nothing can be changed', async () => {
  const refused = { kind: 'forbidden' }
  await expect(device.call(updateParameters, { 'root.Brand.Brand': 'x' })).rejects.toMatchObject(
    refused,
  )
  await expect(device.call(removePhonebookEntries, { ids: [] })).rejects.toMatchObject(refused)
  await expect(
    device.call(setClientNote, { group: 'ACA', key: 'x', value: 'y' }),
  ).rejects.toMatchObject(refused)
  expect(await ask('/axis-cgi/restart.cgi')).toMatchObject({ status: 403 })
  const formatted = await ask('/axis-cgi/disks/format.cgi?diskid=SD_DISK&filesystem=ext4')
  expect(formatted.status).toBe(403)
})

test('what the device does not have is answered with its own 404', async () => {
  const page = await ask('/axis-cgi/other.cgi')
  expect(page).toMatchObject({ status: 404, body: expect.stringContaining('/axis-cgi/other.cgi') })
  expect(page.type).toMatch(/html/i)
  expect((await ask('/axis-cgi/%3Cb%3E')).body).not.toContain('<b>')
  // Calls of our own design are not those of another device.
  expect(await ask('/lintel/events')).toMatchObject({ status: 404 })
  // Nor is there anything below a service that it lacks.
  const pacs = ownRecording('A8207-VE').exchanges.find(({ path }) => path === '/vapix/pacs')
  expect((await post('/vapix/pacs', '{"pacsaxis:SetNothing":{}}')).status).toBe(pacs?.status)
})

test('pictures and video of cameras are grey', async () => {
  expect(await ask('/axis-cgi/jpg/image.cgi?resolution=640x480')).toMatchObject({
    status: 200,
    type: 'image/jpeg',
  })
  const end = new AbortController()
  const video = await fetch(`${replay.http}/axis-cgi/mjpg/video.cgi`, { signal: end.signal })
  expect(video.headers.get('content-type')).toMatch(/^multipart\/x-mixed-replace/)
  const { value } = (await video.body?.getReader().read()) ?? {}
  expect(Buffer.from(value ?? '').toString('latin1')).toMatch(
    /^--myboundary\r\nContent-Type: image\/jpeg/,
  )
  end.abort()
})

test('it may ask for a Digest sign-in', async () => {
  const account = { user: 'root', password: 'secret' }
  const closed = await openReplay(ownRecording('A8207-VE'), { digest: account })
  try {
    const signedIn = createClient({ base: closed.http, fetch: digestFetch(account) })
    expect((await signedIn.call(getUserGroups, {})).user).toBe('root')
    const other = digestFetch({ user: 'root', password: 'wrong' })
    await expect(
      createClient({ base: closed.http, fetch: other }).call(getUserGroups, {}),
    ).rejects.toMatchObject({ kind: 'signedOut' })
    const nobody = createClient({ base: closed.http })
    await expect(nobody.call(getUserGroups, {})).rejects.toMatchObject({ kind: 'signedOut' })
    // Devices answer this to anybody.
    expect((await nobody.call(systemReady, { timeout: 0 })).systemready).toBe('yes')
  } finally {
    await closed.close()
  }
})
