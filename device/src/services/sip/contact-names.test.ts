/** The names of the phonebook in the call log. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../state/database.ts'
import { MIGRATIONS } from '../../state/migrations.ts'
import { openPhonebook } from '../../state/phonebook/phonebook.ts'
import { phonebookService } from '../phonebook/phonebook.ts'
import { openSipDevice } from '../testing/sip-device.ts'

/** The number of migrations before addresses had a table of their own. */
const BEFORE_ADDRESSES = 11

const contact = (id: string, firstName: string, ...addresses: string[]) => ({
  id,
  type: 'Person' as const,
  firstName,
  keyTrigger: id,
  callInformation: addresses.map((address) => ({ type: 'SIP' as const, address, accountid: '' })),
})

async function openLog() {
  const { device, agent, ask } = await openSipDevice('A8307-E', [phonebookService])
  const post = (operation: string, input: object) =>
    device.fetch('/vapix/axdsapi', {
      as: 'root',
      method: 'POST',
      body: JSON.stringify({ [`axdsapi:${operation}`]: input }),
    })
  const store = async (...phonebookEntries: object[]) =>
    expect((await post('SetPhonebookEntries', { phonebookEntries })).status).toBe(200)
  const remove = async (...ids: string[]) =>
    expect((await post('RemovePhonebookEntries', { ids })).status).toBe(200)
  let count = 0
  /** The names that the log has for a call with this address. */
  async function namesOf(remoteUri: string, accountId?: string): Promise<unknown> {
    count += 1
    agent.happens({ callId: `call-${count}`, remoteUri, ...(accountId ? { accountId } : {}) })
    return await logged()
  }
  /** The names of the last call. */
  async function logged(): Promise<unknown> {
    const path = '/lintel/calls/log?sort=started&limit=200'
    const { items } = (await (await device.fetch(path, { as: 'root' })).json()) as {
      items: { callId: string; contacts: string[] }[]
    }
    return items.find(({ callId }) => callId === `call-${count}`)?.contacts
  }
  return { ask, store, remove, namesOf, logged }
}

test('a call names the contacts who have the address of its other side, however it is typed', async () => {
  const { store, namesOf } = await openLog()
  await store(
    contact('1', 'Ada', '100@192.0.2.1', 'sip:Ada@Example.com'),
    contact('2', 'Bob', '192.0.2.7'),
    contact('3', 'Eve', '100@192.0.2.1:5070'),
  )
  expect(await namesOf('sip:100@192.0.2.1')).toEqual(['Ada'])
  expect(await namesOf('sips:ADA@example.COM;transport=tls')).toEqual(['Ada'])
  expect(await namesOf('sip:100@192.0.2.1:5070')).toEqual(['Ada', 'Eve'])
  expect(await namesOf('sip:192.0.2.7')).toEqual(['Bob'])
  expect(await namesOf('sip:10@192.0.2.1')).toEqual([])
  expect(await namesOf('tel:100')).toEqual([])
})

test('an extension without a domain is one of the account’s own server', async () => {
  const { ask, store, namesOf } = await openLog()
  const own = { Name: 'Desk', UserId: '6001', PublicDomain: 'PBX.example.com' }
  const { SIPAccountId } = await ask('SetSIPAccount', { SIPAccount: own })
  const ada = contact('1', 'Ada', '100')
  const callInformation = ada.callInformation.map((one) => ({ ...one, accountid: SIPAccountId }))
  await store({ ...ada, callInformation })
  expect(await namesOf('sip:100@pbx.example.com', SIPAccountId)).toEqual(['Ada'])
  expect(await namesOf('sip:100@other.example.com', SIPAccountId)).toEqual([])
  expect(await namesOf('sip:100@pbx.example.com')).toEqual([])
})

test('names follow the phonebook, and an address that many have names three of them', async () => {
  const { store, remove, namesOf, logged } = await openLog()
  const all = ['Ada', 'Bob', 'Cid', 'Dan', 'Eve']
  await store(...all.map((name, at) => contact(`${at}`, name, 'hall@192.0.2.1')))
  expect(await namesOf('sip:hall@192.0.2.1')).toEqual(['Ada', 'Bob', 'Cid'])
  await store(contact('0', 'Ada', 'attic@192.0.2.1'))
  await remove('1')
  expect(await logged()).toEqual(['Cid', 'Dan', 'Eve'])
  await remove('2', '3')
  expect(await logged()).toEqual(['Eve'])
})

test('the contacts of older software are found too, and an import replaces them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-addresses-'))
  const path = join(folder, 'state.db')
  const old = openDatabase(path, { migrations: MIGRATIONS.slice(0, BEFORE_ADDRESSES) })
  const { callInformation } = contact('1', 'Ada', 'Hall@192.0.2.1', 'HALL@192.0.2.1')
  old.run(
    `INSERT INTO phonebook VALUES
      (7, 'v', 'ada', 'Person', '', '', 'Ada', '', '', '', '', 'SIP', '', 0, '', ?, '', '', '', '', '', '')`,
    JSON.stringify({ callInformation }),
  )
  old.close()
  const database = openDatabase(path)
  onTestFinished(() => {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const phonebook = openPhonebook(database)
  const found = () => phonebook.withAddress(['hall@192.0.2.1'], 9).map(({ entry }) => entry)
  expect(found()).toEqual(['ada'])
  phonebook.replace(
    [{ id: 'bob', type: 'Person', firstName: 'Bob' }],
    () => '',
    () => {},
  )
  expect(found()).toEqual([])
  expect(database.all('SELECT * FROM phonebook_addresses')).toEqual([])
})
