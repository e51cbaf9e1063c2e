/** The one address that the call button rang in older software. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../database.ts'
import type { Database } from '../database.ts'
import { openRecord } from '../records.ts'
import { openPhonebook } from './phonebook.ts'
import type { Phonebook } from './phonebook.ts'

function openStored() {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-ring-address-'))
  const database = openDatabase(join(folder, 'state.db'))
  onTestFinished(() => {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { database, copy: join(folder, 'copy.db') }
}

const store = (database: Database, address: string, account = '') =>
  openRecord(database, 'callButton').put({ address, account })

/** The addresses and accounts that the call button rings. */
const rung = (phonebook: Phonebook) =>
  phonebook
    .childrenOf({ entry: CALL_BUTTON_RULE, type: 'Rule' })
    .map((id) => phonebook.find(id)?.record.callInformation)

const recipient = (address: string, accountid = '') => [
  { type: 'SIP' as const, address, accountid, scheduleIds: [] },
]

test('an address that was set becomes the recipient of the call button, once', () => {
  const { database } = openStored()
  store(database, '100', 'sip_account_1')
  const phonebook = openPhonebook(database)
  expect(rung(phonebook)).toEqual([recipient('100', 'sip_account_1')])
  expect(phonebook.page({ filter: '100' }, { type: 'CallInfo' }).total).toBe(1)
  expect(rung(openPhonebook(database))).toHaveLength(1)
  expect(openRecord(database, 'callButton').get()).toBeUndefined()
})

test('an empty address becomes nobody', () => {
  const { database } = openStored()
  store(database, '')
  expect(rung(openPhonebook(database))).toEqual([])
})

test('so does the address of an older state that is restored, beside recipients that this has', () => {
  const { database, copy } = openStored()
  const phonebook = openPhonebook(database)
  phonebook.set(
    [
      { id: 'desk', type: 'CallInfo', callInformation: [...recipient('sip:a')] },
      { id: CALL_BUTTON_RULE, type: 'Rule', childIds: ['desk'] },
    ],
    () => {},
  )
  store(database, 'sip:b')
  database.save(copy)
  database.run('DELETE FROM records')
  expect(rung(phonebook)).toHaveLength(1)
  database.restore(copy)
  expect(rung(phonebook)).toMatchObject([[{ address: 'sip:a' }], recipient('sip:b')])
})
