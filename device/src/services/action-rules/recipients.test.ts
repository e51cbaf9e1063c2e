import type { Recipient } from '@lintel/contract/calls/recipients'
import { RECIPIENTS_MAX } from '@lintel/contract/calls/recipients'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ActionFailure } from '../../engines/action-rules/types.ts'
import type { Destination } from '../../engines/action-rules/types.ts'
import { openTestDevice } from '../testing/test-device.ts'
import { recipientService } from './recipients.ts'

const PATH = '/lintel/recipients'
const SFTP = 'com.axis.recipient.sftp'
const FTP = 'com.axis.recipient.ftp'
const PLACE = { host: '192.0.2.7', port: '22', login: 'door' }
const ARCHIVE = { name: 'Archive', template: SFTP, parameters: { ...PLACE, password: 'stored' } }

/** A device whose deliveries are tested by hand. */
async function open() {
  const device = await openTestDevice([recipientService])
  onTestFinished(() => device.close())
  device.makeAccounts()
  const tested: { to: Destination; signal: AbortSignal; end: (failure?: Error) => void }[] = []
  const sent = vi.spyOn(device.delivery, 'test').mockImplementation(
    (to, signal) =>
      new Promise((resolve, reject) => {
        const end = (failure?: Error) => (failure ? reject(failure) : resolve('Thanks'))
        tested.push({ to, signal, end })
      }),
  )
  async function post(path: string, body: object): Promise<{ status: number; text: string }> {
    const headers = { 'content-type': 'application/json' }
    const response = await device.fetch(`${PATH}${path}`, {
      as: 'root',
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return { status: response.status, text: await response.text() }
  }
  const done = async <T>(path: string, body: object): Promise<T> => {
    const { status, text } = await post(path, body)
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    return JSON.parse(text) as T
  }
  return { device, post, done, tested, sent }
}

/** What a test is made with. */
async function destinationOf(rig: Awaited<ReturnType<typeof open>>, body: object) {
  const answer = rig.done('/test', body)
  await vi.waitFor(() => expect(rig.tested).toHaveLength(1))
  const [one] = rig.tested.splice(0)
  one?.end()
  expect(await answer).toEqual({ ok: true, detail: 'Thanks' })
  return one?.to.parameters
}

test('a test has the stored password until another one is typed, or none', async () => {
  const rig = await open()
  const { id } = await rig.done<Recipient>('', ARCHIVE)
  const typed = { id, template: SFTP, parameters: { ...PLACE, host: '192.0.2.8' } }
  expect(await destinationOf(rig, typed)).toEqual({ ...typed.parameters, password: 'stored' })
  for (const password of ['typed', '']) {
    const parameters = { ...PLACE, password }
    expect(await destinationOf(rig, { ...typed, parameters })).toEqual(parameters)
  }
})

test('a test of another type, or of a recipient that is not stored, has no stored password', async () => {
  const rig = await open()
  const { id } = await rig.done<Recipient>('', ARCHIVE)
  for (const other of [{ id, template: FTP }, { template: SFTP }, { id: '99', template: SFTP }]) {
    expect(await destinationOf(rig, { ...other, parameters: PLACE })).toEqual(PLACE)
  }
})

test('what cannot be a recipient is not tested', async () => {
  const { post, sent } = await open()
  const parameters = { ...PLACE, port: '0' }
  expect(await post('/test', { template: SFTP, parameters })).toMatchObject({
    status: 400,
    text: expect.stringContaining('parameters.port'),
  })
  expect(sent).not.toHaveBeenCalled()
})

test('four tests can run at once, however they end', async () => {
  const { done, post, tested } = await open()
  const body = { template: SFTP, parameters: PLACE }
  for (const turn of [1, 2]) {
    const running = [1, 2, 3, 4].map(() => done('/test', body))
    await vi.waitFor(() => expect(tested).toHaveLength(4))
    expect(await post('/test', body)).toMatchObject({
      status: 409,
      text: expect.stringContaining('Too many tests are running.'),
    })
    for (const { end } of tested.splice(0)) end(new ActionFailure('refused', `no ${turn}`))
    expect(await Promise.all(running)).toEqual(
      [1, 2, 3, 4].map(() => ({ ok: false, reason: 'refused', detail: `no ${turn}` })),
    )
  }
})

test('a test ends with the device', async () => {
  const { device, post, tested } = await open()
  const running = post('/test', { template: SFTP, parameters: PLACE }).catch(() => 'gone')
  await vi.waitFor(() => expect(tested).toHaveLength(1))
  const closing = device.close()
  await vi.waitFor(() => expect(tested[0]?.signal.aborted).toBe(true))
  tested[0]?.end(new Error('closed'))
  await Promise.all([running, closing])
})

test('a recipient of another type keeps no password of the old one', async () => {
  const { device, done } = await open()
  const { id, version } = await done<Recipient>('', ARCHIVE)
  const changed = { id, version, name: 'Archive', template: FTP, parameters: PLACE }
  expect((await done<Recipient>('/update', changed)).secrets).toEqual([])
  expect(device.actionRuleStore.recipients.find(id)?.secrets).toEqual({})
})

test('whoever has the recipients open is told of every change', async () => {
  const { device, done } = await open()
  const changed: unknown[] = []
  vi.spyOn(device.events, 'changed').mockImplementation((...what) => void changed.push(what))
  const { id, version } = await done<Recipient>('', ARCHIVE)
  const second = await done<Recipient>('/update', { ...ARCHIVE, id, version })
  await done('/remove', { id, version: second.version })
  expect(changed).toEqual([1, 2, 3].map(() => ['recipients', [id]]))
})

test('a recipient that somebody else has changed or removed is not removed', async () => {
  const { done, post } = await open()
  const { id, version } = await done<Recipient>('', ARCHIVE)
  const { version: now } = await done<Recipient>('/update', { ...ARCHIVE, id, version })
  expect((await post('/remove', { id, version })).status).toBe(412)
  await done('/remove', { id, version: now })
  expect((await post('/remove', { id, version: now })).status).toBe(404)
  expect((await post('/update', { ...ARCHIVE, id, version: now })).status).toBe(404)
})

test('the device keeps a hundred recipients', async () => {
  const { device, post } = await open()
  const { recipients } = device.actionRuleStore
  recipients.change(() => {
    for (let number = 0; number < RECIPIENTS_MAX; number += 1) {
      recipients.add({ name: `${number}`, template: SFTP, parameters: {}, secrets: {} })
    }
  })
  expect(await post('', ARCHIVE)).toMatchObject({
    status: 400,
    text: expect.stringContaining('at most 100 recipients'),
  })
  expect(recipients.count()).toBe(100)
})
