import { createClient } from '@lintel/contract/client'
import { getApiList } from '@lintel/contract/calls/discovery'
import { firmwareStatus } from '@lintel/contract/calls/firmware'
import { getAllProperties, getBrand } from '@lintel/contract/calls/identity'
import { getConfiguration } from '@lintel/contract/calls/intercom'
import { getAudioPeers } from '@lintel/contract/calls/audio'
import { listParameters, inGroups } from '@lintel/contract/calls/parameters'
import { systemReady } from '@lintel/contract/calls/system'
import { getAllTime } from '@lintel/contract/calls/time'
import { getUserGroups, getUsers, removeUser } from '@lintel/contract/calls/users'
import { firmwareOf } from '@lintel/contract/firmware'
import { PRODUCTS } from '@lintel/contract/products/products'
import { afterEach, expect, test } from 'vitest'
import { openReplay } from './replay.ts'
import type { Replay } from './replay.ts'
import type { Recording } from './recording.ts'
import { ownRecording } from './testing.ts'
import { VARIANTS, withDocumentedDisks, withExtraStates, withListsTurned } from './variants.ts'

const open: Replay[] = []
afterEach(async () => {
  for (const replay of open.splice(0)) await replay.close()
})

/** A client of a device that answers as a recorded one, and its plain answers. */
async function deviceLike(recording: Recording, publicNames = false) {
  const replay = await openReplay(recording)
  open.push(replay)
  return {
    ...createClient({ base: replay.http, publicNames: () => publicNames }),
    async text(path: string) {
      const answer = await fetch(replay.http + path)
      return {
        status: answer.status,
        type: answer.headers.get('content-type') ?? '',
        body: await answer.text(),
      }
    },
  }
}

const door = () => ownRecording('A8207-VE')

const MISSING = { kind: 'missing' }
const PARAMETERS = '/axis-cgi/param.cgi?action=list&group='

const CASES = PRODUCTS.flatMap(({ number }) =>
  Object.keys(VARIANTS).map((firmware) => [number, firmware as keyof typeof VARIANTS] as const),
)

test.each(CASES)(
  '%s with firmware %s says so everywhere, and has no call of ours',
  async (product, firmware) => {
    const own = ownRecording(product)
    const recording = VARIANTS[firmware](own)
    expect(recording.firmware.startsWith(`${firmware}.`)).toBe(true)
    const bodies = recording.exchanges.map(({ body }) => body)
    const isOwn = new RegExp(`(?<![\\d.])${own.firmware.replaceAll('.', '\\.')}(?![\\d.])`)
    expect(bodies.filter((body) => isOwn.test(body))).toEqual([])
    const device = await deviceLike(recording)
    const { values } = await device.call(listParameters, {})
    const { publicNames, ownCalls, version } = firmwareOf(values)
    expect({ version, ownCalls }).toEqual({ version: recording.firmware, ownCalls: false })
    expect(publicNames).toBe(firmware === '10.12' || firmware === '12.11')
  },
)

test('firmware 5.51 has none of the calls with JSON envelopes, and no language', async () => {
  const device = await deviceLike(VARIANTS['5.51'](door()))
  await expect(device.call(systemReady, { timeout: 0 })).rejects.toMatchObject(MISSING)
  await expect(device.call(getApiList, {})).rejects.toMatchObject(MISSING)
  await expect(device.call(getAllProperties, {})).rejects.toMatchObject(MISSING)
  await expect(device.call(getAllTime, {})).rejects.toMatchObject(MISSING)
  await expect(device.call(firmwareStatus, {})).rejects.toMatchObject(MISSING)
  const { values } = await device.call(listParameters, inGroups('root.Properties'))
  expect(Array.from(values.keys()).filter((name) => /Language/.test(name))).toEqual([])
  expect((await device.call(getConfiguration, {})).Configuration).toBeDefined()
})

test('firmware 5.51 lists the accounts of services, in its own spelling', async () => {
  const device = await deviceLike(VARIANTS['5.51'](door()))
  const { body } = await device.text('/axis-cgi/pwdgrp.cgi?action=get')
  expect(body).toContain('\r\n')
  expect(body).toMatch(/^admin="wwwaop,.*root"/m)
  expect(body).toMatch(/^audio="streamer,/m)
  expect((await device.call(getUsers, {})).digusers).toEqual(['root', 'person1', 'person2'])
  expect((await device.text('/axis-cgi/usergroup.cgi')).body).toBe(
    'root\nroot admin operator ptz viewer\n',
  )
  expect((await device.call(getUserGroups, {})).groups).toContain('admin')
})

test('firmware 5.51 names parameters as they were asked for, and answers in HTML', async () => {
  const device = await deviceLike(VARIANTS['5.51'](door()))
  expect((await device.text(`${PARAMETERS}Brand.ProdNbr`)).body).toBe('Brand.ProdNbr=A8207-VE\n')
  expect((await device.text(`${PARAMETERS}root.Brand.ProdNbr`)).body).toBe(
    'root.Brand.ProdNbr=A8207-VE\n',
  )
  const { values } = await device.call(listParameters, { group: 'Brand.ProdNbr' })
  expect(values.get('root.Brand.ProdNbr')).toBe('A8207-VE')
  const missing = await device.text('/axis-cgi/time.cgi')
  expect(missing).toMatchObject({ status: 404, type: 'text/html; charset=iso-8859-1' })
  expect(missing.body).toContain('The requested URL /axis-cgi/time.cgi was not found')
  await expect(device.call(removeUser, { user: 'person1' })).rejects.toMatchObject({
    kind: 'forbidden',
    message: expect.stringContaining('account user name.'),
  })
  expect((await device.text('/axis-cgi/disks/list.cgi?diskid=all')).body).not.toContain('encrypt')
})

test('firmware 9.80 has the older names, and a short readiness', async () => {
  const device = await deviceLike(VARIANTS['9.80'](door()))
  expect((await device.call(getConfiguration, {})).Configuration).toBeDefined()
  const renamed = await deviceLike(VARIANTS['9.80'](door()), true)
  await expect(renamed.call(getConfiguration, {})).rejects.toMatchObject(MISSING)
  const ready = await device.call(systemReady, { timeout: 0 })
  expect(ready).toEqual({ systemready: 'yes', needsetup: 'no' })
  expect((await device.text('/axis-cgi/prod_brand_info/getbrand.cgi')).type).toBe('text/plain')
  expect((await device.text(`${PARAMETERS}Brand.ProdNbr`)).body).toBe(
    'root.Brand.ProdNbr=A8207-VE\n',
  )
  expect((await device.call(getAudioPeers, {})).Peer).toBeDefined()
})

test('firmware 10.12 has both names, and lists every group of the system', async () => {
  for (const publicNames of [false, true]) {
    const device = await deviceLike(VARIANTS['10.12'](door()), publicNames)
    expect((await device.call(getConfiguration, {})).Configuration).toBeDefined()
  }
  const device = await deviceLike(VARIANTS['10.12'](door()))
  expect((await device.text('/axis-cgi/pwdgrp.cgi?action=get')).body).toMatch(/^geolocationd=/m)
  expect((await device.call(getUsers, {})).digusers).toEqual(['root', 'person1', 'person2'])
  expect(await device.call(systemReady, { timeout: 0 })).toEqual({
    systemready: 'yes',
    needsetup: 'no',
  })
  expect((await device.call(getAudioPeers, {})).Peer).toBeDefined()
  expect((await device.call(getBrand, {})).Brand.ProdNbr).toBe('A8207-VE')
})

test('firmware 12.11 has the public names only, and some calls are gone', async () => {
  const device = await deviceLike(VARIANTS['12.11'](door()), true)
  expect((await device.call(getConfiguration, {})).Configuration).toBeDefined()
  const older = await deviceLike(VARIANTS['12.11'](door()))
  await expect(older.call(getConfiguration, {})).rejects.toMatchObject(MISSING)
  await expect(older.call(getAudioPeers, {})).rejects.toMatchObject(MISSING)
  expect((await device.text('/axis-cgi/clientnotes/set.cgi?group=ACA&key=x&value=y')).status).toBe(
    404,
  )
  expect((await device.text(`${PARAMETERS}Brand.ProdNbr`)).body).toBe('Brand.ProdNbr=A8207-VE\n')
  expect((await device.call(systemReady, { timeout: 0 })).bootid).toBeDefined()
})

test('attributes of disks, orders of lists and states may differ', async () => {
  const device = await deviceLike(withExtraStates(withListsTurned(withDocumentedDisks(door()))))
  const { body } = await device.text('/axis-cgi/disks/list.cgi?diskid=all')
  expect(body).toContain(' diskencryptionenabled="')
  expect(body).toContain(' status="no passphrase"')
  expect((await device.text('/axis-cgi/usergroup.cgi')).body).toBe(
    'root\nptz viewer operator admin\n',
  )
  expect((await device.text('/axis-cgi/pwdgrp.cgi?action=get')).body).toMatch(/^digusers/)
  expect((await device.call(getUsers, {})).admin).toEqual(['root'])
})
